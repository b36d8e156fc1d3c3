/**
 * Says at the end of a run which suites were skipped for the lack of a tool, so that it is not taken for a whole one.
 * vitest runs this as a globalSetup: what is known of a suite there is its title, so that says what it lacks.
 */
import type { TestModule, TestProject } from 'vitest/node';

const SKIPPED = / \(skipped: (.+) is missing\)$/;

/** The title of a suite that cannot run without certain tools. */
export function skippedTitle(title: string, missing: readonly string[]): string {
  return `${title} (skipped: ${missing.join(', ')} is missing)`;
}

/** Runs before the tests; what it returns runs after them. */
export function setup(project: TestProject): () => void {
  return () => process.stderr.write(summaryOf(project.vitest.state.getTestModules()));
}

/** A line per tool that was missing, or nothing. */
export function summaryOf(modules: readonly Pick<TestModule, 'children'>[]): string {
  const suites = modules.flatMap((module) => [...module.children.allSuites()].map(({ name }) => name));
  const lacks = suites.flatMap((name) => SKIPPED.exec(name)?.[1]?.split(', ') ?? []);
  if (lacks.length === 0) return '';
  const skipped = suites.filter((name) => SKIPPED.test(name)).length;
  const lines = [...new Set(lacks)].map((tool) => {
    return `  ${tool} is missing for ${lacks.filter((other) => other === tool).length}\n`;
  });
  return `\nSuites that were skipped: ${skipped} (REQUIRE_ALL_TOOLS=1 makes that a failure)\n${lines.join('')}`;
}
