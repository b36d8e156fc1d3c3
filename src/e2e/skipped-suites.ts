/**
 * Says at the end of a run which suites were skipped for the lack of a tool, so that it is not taken for a whole one.
 * vitest runs this as a globalSetup, where a suite that was skipped is known by the title of the test in its place alone.
 */
import type { TestModule, TestProject } from 'vitest/node';

const WITHOUT = / \(without (.+)\)$/;

/** The title of the test in the place of a suite that cannot run without certain tools. */
export function skippedTitle(title: string, missing: readonly string[]): string {
  return `${title} (without ${missing.join(', ')})`;
}

/** Runs before the tests; what it returns runs after them. */
export function setup(project: TestProject): () => void {
  return () => process.stderr.write(summaryOf(project.vitest.state.getTestModules()));
}

/** A line per tool that was missing, or nothing. */
function summaryOf(modules: readonly TestModule[]): string {
  const lacks = modules
    .flatMap((module) => [...module.children.allTests('skipped')])
    .flatMap(({ name }) => WITHOUT.exec(name)?.slice(1) ?? []);
  if (lacks.length === 0) return '';
  const tools = [...new Set(lacks)].map((tool) => {
    return `  ${lacks.filter((other) => other === tool).length} without ${tool}\n`;
  });
  return `\nSuites skipped: ${lacks.length} (a failure with REQUIRE_ALL_TOOLS=1)\n${tools.join('')}`;
}
