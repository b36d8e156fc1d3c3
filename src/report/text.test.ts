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
    expect(textReport([], [], true)).toBe('');
  });

  test('tells what was touched, in order, then results with the most important first', () => {
    expect(textReport(['pod b: injected db (env 1)', 'pod a: injected db (env 1)'], results, true)).toBe(
      'pod b: injected db (env 1)\npod a: injected db (env 1)\nerror: z\nerror: a (a.yaml, document 2)\nwarning: w (a.yaml)\ninfo: i\n',
    );
  });

  test('leaves out infos where they are written elsewhere', () => {
    expect(textReport([], results, false)).toBe('error: z\nerror: a (a.yaml, document 2)\nwarning: w (a.yaml)\n');
  });

  test('has one line for each, whatever is in names', () => {
    const [result] = parseValue('[{severity: error, message: "a\\r\\n\\nb"}]') as unknown as Result[];
    expect(textReport(['pod a\nb: injected'], result ? [result] : [], true)).toBe('pod a b: injected\nerror: a b\n');
  });
});
