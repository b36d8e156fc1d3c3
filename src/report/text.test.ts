import { describe, expect, test } from 'vitest';
import { parseValue } from '../testing/parse-value.ts';
import type { Result } from '../krm/result.ts';
import { textReport } from './text.ts';

const results = parseValue(`
- {severity: info, message: i}
- {severity: warning, message: w, file: {path: a.yaml, index: 0}}
- {severity: error, message: z}
- {severity: error, message: a, file: {path: a.yaml, index: 1}}
`) as unknown as Result[];

describe('a report as text', () => {
  test('is nothing where there is nothing to tell', () => {
    expect(textReport([], [], true)).toEqual([]);
  });

  test('tells what was touched, in order, then results with the most important first', () => {
    expect(textReport(['pod b: injected db (env 1)', 'pod a: injected db (env 1)'], results, true)).toEqual([
      'pod b: injected db (env 1)',
      'pod a: injected db (env 1)',
      'error: z',
      'error: a (a.yaml, document 2)',
      'warning: w (a.yaml)',
      'info: i',
    ]);
  });

  test('leaves out infos where they are written elsewhere', () => {
    expect(textReport([], results, false)).toEqual([
      'error: z',
      'error: a (a.yaml, document 2)',
      'warning: w (a.yaml)',
    ]);
  });
});
