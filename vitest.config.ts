// Two projects: `unit` stands beside the code it tests, `e2e` runs the built bundle, alone and under kpt and kustomize.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: ['src/testing/property-seed.ts'],
          include: ['src/**/*.test.ts'],
          exclude: ['src/e2e/**'],
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
});
