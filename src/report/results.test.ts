import { describe, expect, test } from 'vitest';
import { parseValue } from '../testing/parse-value.ts';
import { toJson, type Value } from '../yaml/value.ts';
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { byImportance, inOrder } from './order.ts';
import { newResults, resultValue } from './results.ts';
import { diagnosticLine } from './text.ts';

describe('the order of results', () => {
  const results = resultsIn(`
    - {severity: info, message: b, file: {path: b.yaml, index: 0}}
    - {severity: error, message: z}
    - {severity: warning, message: a, file: {path: a.yaml, index: 10}}
    - {severity: info, message: é}
    - {severity: info, message: Z}
    - {severity: info, message: z}
    - {severity: warning, message: a, file: {path: a.yaml, index: 2}}
    - {severity: error, message: b, file: {path: a.yaml, index: 2}}
    - {severity: error, message: a, file: {path: a.yaml, index: 2}}
    - {severity: error, message: a, file: {path: B.yaml, index: 0}}
  `);

  test('is that of files, indices as numbers, severities, texts; what has no file comes first', () => {
    expect(inOrder(results).map(diagnosticLine)).toEqual([
      'error: z',
      'info: Z',
      'info: z',
      'info: é',
      'error: a (B.yaml)',
      'error: a (a.yaml, document 3)',
      'error: b (a.yaml, document 3)',
      'warning: a (a.yaml, document 3)',
      'warning: a (a.yaml, document 11)',
      'info: b (b.yaml)',
    ]);
  });

  test('is by importance first where only a few lines are seen', () => {
    expect(byImportance(results).map(diagnosticLine)).toEqual([
      'error: z',
      'error: a (B.yaml)',
      'error: a (a.yaml, document 3)',
      'error: b (a.yaml, document 3)',
      'warning: a (a.yaml, document 3)',
      'warning: a (a.yaml, document 11)',
      'info: Z',
      'info: z',
      'info: é',
      'info: b (b.yaml)',
    ]);
  });

  test('does not change the list itself', () => {
    const before = [...results];
    byImportance(results);
    expect(results).toEqual(before);
  });
});

describe('a result as a line', () => {
  test.each([
    ['without a file', '{severity: error, message: m}', 'error: m'],
    [
      'with the only document of a file',
      '{severity: warning, message: m, file: {path: a/b.yaml, index: 0}}',
      'warning: m (a/b.yaml)',
    ],
    [
      'with another document, counted from 1',
      '{severity: info, message: m, file: {path: a.yaml, index: 1}}',
      'info: m (a.yaml, document 2)',
    ],
  ])('%s', (_, result, line) => expect(diagnosticLine(parseValue(result) as unknown as Diagnostic)).toBe(line));
});

describe('a result in a ResourceList', () => {
  test.each([
    ['has a message and a severity', '{severity: error, message: m}', '{message: m, severity: error}'],
    [
      'has its fields in the order of the specification',
      '{file: {index: 2, path: a}, field: {path: p, currentValue: [1], proposedValue: null}, resourceRef: {apiVersion: v1, kind: Pod, name: web, namespace: shop}, severity: info, message: m}',
      '{message: m, severity: info, resourceRef: {apiVersion: v1, kind: Pod, name: web, namespace: shop}, field: {path: p, currentValue: [1], proposedValue: null}, file: {path: a, index: 2}}',
    ],
    [
      'keeps the index 0',
      '{severity: error, message: m, file: {path: a, index: 0}}',
      '{message: m, severity: error, file: {path: a, index: 0}}',
    ],
  ])('%s', (_, result, value) => {
    expect(JSON.stringify(resultValue(parseValue(result) as unknown as Diagnostic))).toBe(
      JSON.stringify(parseValue(value)),
    );
  });

  test('leaves out what is undefined', () => {
    const resourceRef = { apiVersion: 'v1', kind: 'Pod', name: 'web', namespace: undefined };
    const value = resultValue({
      id: 'policy-invalid',
      severity: 'error',
      message: 'm',
      resourceRef,
      field: undefined,
      file: undefined,
    });
    expect(toJson(value)).toEqual({
      message: 'm',
      severity: 'error',
      resourceRef: { apiVersion: 'v1', kind: 'Pod', name: 'web' },
    });
  });
});

describe('new results', () => {
  test.each([
    [
      'all of them, the most important first',
      '[]',
      '[{severity: info, message: b, file: {path: a, index: 0}}, {severity: error, message: a, file: {path: b, index: 0}}]',
      '[a, b]',
    ],
    ['none that are there already', '[{message: a, severity: error}]', '[{severity: error, message: a}]', '[]'],
    [
      'nor those that are there with more spelling than meaning',
      '[{severity: "error", message: \'a\'}]',
      '[{severity: error, message: a}]',
      '[]',
    ],
    ['not the same one twice', '[]', '[{severity: error, message: a}, {severity: error, message: a}]', '[a]'],
    ['one of another severity', '[{message: a, severity: info}]', '[{severity: error, message: a}]', '[a]'],
    [
      'one of another file',
      '[{message: a, severity: info, file: {path: a, index: 0}}]',
      '[{severity: info, message: a, file: {path: b, index: 0}}]',
      '[a]',
    ],
    ['whatever else is there', '[null, text, 5]', '[{severity: info, message: a}]', '[a]'],
  ])('%s', (_, existing, results, messages) => {
    const added = newResults(parseValue(results) as unknown as Diagnostic[], parseValue(existing) as Value[]);
    expect(added.map(({ message }) => message)).toEqual(parseValue(messages));
  });
});

test('only an error is an error', () => {
  expect(hasErrors(resultsIn('[{severity: info, message: m}, {severity: warning, message: m}]'))).toBe(false);
  expect(hasErrors(resultsIn('[{severity: info, message: m}, {severity: error, message: m}]'))).toBe(true);
});

function resultsIn(text: string): Diagnostic[] {
  return parseValue(text) as unknown as Diagnostic[];
}
