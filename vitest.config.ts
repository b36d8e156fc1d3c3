// Two projects: `unit` stands beside the code it tests, `e2e` runs the built bundle, alone and under kpt and kustomize.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

export default defineConfig(({ mode }) => {
  /** Random cases of each property: few in the edit loop; CI sets 1,000. */
  const cases = Number(process.env['PROPERTY_RUNS'] ?? (mode === 'quick' ? 20 : 300));
  return {
    define: { __VERSION__: JSON.stringify(version) },
    test: {
      expect: { requireAssertions: true },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            env: { PROPERTY_RUNS: String(cases) },
            setupFiles: ['src/testing/properties.ts'],
            include: ['src/**/*.test.ts'],
            exclude: ['src/e2e/**'],
            testTimeout: 30_000 + cases * 200,
          },
        },
        {
          extends: true,
          test: {
            name: 'e2e',
            include: ['src/e2e/**/*.test.ts'],
            globalSetup: 'src/e2e/skipped-suites.ts',
            fileParallelism: false,
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
      ],
    },
  };
});
