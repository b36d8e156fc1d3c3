import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { PlannedWorkload } from '../plan/planned-workload.ts';
import type { EntrySource, Policy } from '../policies/policy.ts';
import { parseValue } from '../testing/parse-value.ts';
import { textReport, workloadLines } from './text.ts';

const diagnostics = diagnosticsIn(`
- {severity: info, message: i}
- {severity: warning, message: w, file: {path: a.yaml, index: 0}}
- {severity: error, message: z}
- {severity: error, message: a, file: {path: a.yaml, index: 1}}
`);

const db = policyFor('db', 'allow-db');

describe('a report as text', () => {
  test('is nothing where there is nothing to tell', () => {
    expect(textReport({ workloads: [], conversions: [], diagnostics: [] }, true)).toEqual([]);
  });

  test('tells what was done, in order, then diagnostics with the most important first', () => {
    const workloads = [podCalled('b'), podCalled('a')];
    const conversions = [{ ...podCalled('c').object, ref: { ...podCalled('c').object.ref, kind: 'ConfigData' } }];
    expect(textReport({ workloads, conversions, diagnostics }, true)).toEqual([
      'pod b: injected db (annotation)',
      'pod a: injected db (annotation)',
      'configdata c: becomes a ConfigMap',
      'error: z',
      'error: a (a.yaml, document 2)',
      'warning: w (a.yaml)',
      'info: i',
    ]);
  });

  test('leaves out infos where they are written elsewhere', () => {
    expect(textReport({ workloads: [], conversions: [], diagnostics }, false)).toEqual([
      'error: z',
      'error: a (a.yaml, document 2)',
      'warning: w (a.yaml)',
    ]);
  });
});

describe('a workload as lines', () => {
  const added = (list: 'env' | 'volumes', policy: Policy) => ({
    ...{ policy, list, container: undefined, entry: {}, before: undefined, listBefore: 'absent' as const },
    ...{ effect: 'added' as const, source: {} as EntrySource },
  });
  const other = policyFor('db', 'db-metrics');
  test.each<readonly [sentence: string, workload: Partial<PlannedWorkload>, lines: readonly string[]]>([
    [
      'counts entries by list',
      { injections: [added('env', db), added('env', db), added('volumes', db)] },
      ['pod web: injected db (env 2, volumes 1)'],
    ],
    [
      'counts only what was not there',
      {
        injections: [
          added('env', db),
          { ...added('env', db), effect: 'present' },
          { ...added('volumes', db), effect: 'kept' },
        ],
      },
      ['pod web: injected db (env 1)'],
    ],
    [
      'names the policies of one service',
      {
        injections: [added('env', db), added('env', other)],
        annotations: [
          { policy: db, effect: 'added' },
          { policy: other, effect: 'added' },
        ],
      },
      ['pod web: injected db by allow-db (env 1), db by db-metrics (env 1)'],
    ],
    [
      'says what was done besides',
      { annotations: [], changes: ['references resolved', 'values inlined'] },
      ['pod web: ConfigData references resolved; values of variables inlined'],
    ],
    [
      'says what was left out',
      { isChanged: false, exclusion: 'example.com/exclude' },
      ['pod web: skipped, annotation example.com/exclude'],
    ],
    ['is silent where nothing was done', { isChanged: false }, []],
  ])('%s', (_, workload, lines) => {
    expect(workloadLines({ ...podCalled('web'), ...workload })).toEqual(lines);
  });
});

function podCalled(name: string): PlannedWorkload {
  return {
    object: { ref: { apiVersion: 'v1', kind: 'Pod', name, namespace: undefined }, place: '', file: undefined },
    isChanged: true,
    exclusion: undefined,
    injections: [],
    annotations: [{ policy: db, effect: 'added' }],
    changes: [],
  };
}

function policyFor(service: string, name: string): Policy {
  return { service, name } as Policy;
}

function diagnosticsIn(text: string): readonly Diagnostic[] {
  return parseValue(text) as unknown as Diagnostic[];
}
