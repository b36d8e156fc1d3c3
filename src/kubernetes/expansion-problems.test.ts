import { describe, expect, test } from 'vitest';
import { parseValue } from '../testing/parse-value.ts';
import type { ValueMap } from '../yaml/value.ts';
import { evaluateEnvironment } from './environment.ts';
import { expansionProblems } from './expansion-problems.ts';
import { serviceVariables } from './service-variables.ts';

const DB = '{metadata: {name: db, namespace: shop}, spec: {ports: [{port: 5432}]}}';

/** The problems as text: `env.0.value: B is declared-later (1)`. */
function problemsOf(container: string, enableServiceLinks = true): readonly string[] {
  const value = parseValue(container) as ValueMap;
  const scope = { namespace: 'shop', defaultNamespace: undefined, enableServiceLinks };
  const services = serviceVariables([parseValue(DB) as ValueMap], scope);
  const config = { data: new Map([['HOST', 'db']]), complete: true };
  const environment = evaluateEnvironment(value, services, (_, name) => (name === 'config' ? config : undefined));
  return expansionProblems(value, environment).map((problem) => {
    const text = `${problem.field.join('.')}: ${problem.name} is ${problem.reason}`;
    if (problem.reason === 'cycle') return `${text} (${problem.cycle.join(' → ')})`;
    return problem.reason === 'declared-later' ? `${text} (${problem.index})` : text;
  });
}

describe('a reference in env', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['to an earlier variable is fine', '[{name: A, value: a}, {name: B, value: $(A)}]', []],
    ['to a Service is fine', '[{name: A, value: "$(DB_SERVICE_HOST):$(DB_SERVICE_PORT)"}]', []],
    ['to the API server is fine', '[{name: A, value: $(KUBERNETES_SERVICE_HOST)}]', []],
    ['that is escaped is none', '[{name: A, value: $$(B)}]', []],
    ['to nothing', '[{name: A, value: $(B)}]', ['env.0.value: B is undefined']],
    ['to nothing, once per field', '[{name: A, value: "$(B)$(B)"}]', ['env.0.value: B is undefined']],
    ['to what is no name', '[{name: A, value: $(date +%s)}]', ['env.0.value: date +%s is undefined']],
    ['to an object’s property', '[{name: A, value: $(constructor)}]', ['env.0.value: constructor is undefined']],
    [
      'to a Service elsewhere',
      '[{name: A, value: $(MQ_SERVICE_HOST)}]',
      ['env.0.value: MQ_SERVICE_HOST is no-service'],
    ],
    ['to itself', '[{name: A, value: "$(A):/bin"}]', ['env.0.value: A is self']],
    ['to itself as it was is fine', '[{name: A, value: a}, {name: A, value: "$(A):/bin"}]', []],
    [
      'to a later variable',
      '[{name: A, value: $(C)}, {name: B, value: b}, {name: C, value: c}]',
      ['env.0.value: C is declared-later (2)'],
    ],
    [
      'to a later variable that could be a Service’s',
      '[{name: A, value: $(MQ_PORT)}, {name: MQ_PORT, value: c}]',
      ['env.0.value: MQ_PORT is declared-later (1)'],
    ],
    [
      'of two that refer to each other',
      '[{name: A, value: $(B)}, {name: B, value: $(A)}]',
      ['env.0.value: B is cycle (A → B → A)'],
    ],
    [
      'of three that refer to each other',
      '[{name: A, value: $(B)}, {name: B, value: $(C)}, {name: C, value: $(A)}]',
      ['env.0.value: B is cycle (A → B → C → A)', 'env.1.value: C is cycle (B → C → A → B)'],
    ],
    [
      'into a cycle, from outside',
      '[{name: X, value: $(A)}, {name: A, value: $(B)}, {name: B, value: $(A)}]',
      ['env.0.value: A is declared-later (1)', 'env.1.value: B is cycle (A → B → A)'],
    ],
    [
      'to what is optional and missing',
      '[{name: A, valueFrom: {configMapKeyRef: {name: config, key: X, optional: true}}}, {name: B, value: $(A)}]',
      ['env.1.value: A is undefined'],
    ],
    [
      'to what is optional and may be there is fine',
      '[{name: A, valueFrom: {secretKeyRef: {name: s, key: X, optional: true}}}, {name: B, value: $(A)}]',
      [],
    ],
  ])('%s', (_, env, problems) => expect(problemsOf(`env: ${env}`)).toEqual(problems));

  test.each<readonly [string, string, readonly string[]]>([
    ['to a key of envFrom is fine', '[{configMapRef: {name: config}}]', []],
    ['to what a Secret may have is fine', '[{secretRef: {name: gone}}]', []],
    [
      'to what no key makes with its prefix',
      '[{prefix: X_, secretRef: {name: gone}}]',
      ['env.0.value: HOST is undefined'],
    ],
  ])('%s', (_, envFrom, problems) => {
    expect(problemsOf(`{envFrom: ${envFrom}, env: [{name: A, value: $(HOST)}]}`)).toEqual(problems);
  });

  test('that is in a cycle may be fine for a value from envFrom', () => {
    const env = '[{name: A, value: $(HOST)}, {name: HOST, value: $(A)}]';
    expect(problemsOf(`{envFrom: [{configMapRef: {name: config}}], env: ${env}}`)).toEqual([]);
  });

  test('to a Service without service links', () => {
    expect(problemsOf('env: [{name: A, value: "$(DB_SERVICE_HOST)$(KUBERNETES_PORT)"}]', false)).toEqual([
      'env.0.value: DB_SERVICE_HOST is undefined',
    ]);
  });
});

describe('a reference in command and args', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['to any variable is fine', '{command: [$(A)], args: [$(B)], env: [{name: A, value: $$(B)}, {name: B}]}', []],
    ['to nothing', '{command: [a, $(B)], args: [$(C)]}', ['command.1: B is undefined', 'args.0: C is undefined']],
    ['to a Service elsewhere', 'args: ["--mq=$(MQ_PORT)"]', ['args.0: MQ_PORT is no-service']],
    ['to what is no name is none', 'args: ["$(date +%s)", $(1), "$()"]', []],
    ['to a name with dots', 'args: [$(my.name)]', ['args.0: my.name is undefined']],
    ['in a script is the shell’s', 'command: [sh, -c, "echo $(date)", $(A)]', []],
    ['in a script among the args is the shell’s', '{command: [bash, -ec], args: ["echo $(date)"]}', []],
    ['in a script of args alone is the shell’s', 'args: [/bin/sh, -c, "echo $(date)"]', []],
    ['before a script', '{command: [$(INIT), sh, -c, $(date)]}', ['command.0: INIT is undefined']],
    ['to what a source may have is fine', '{envFrom: [{secretRef: {name: gone}}], args: [$(A)]}', []],
    ['in what is no string is none', '{command: [1, null], args: {a: $(B)}}', []],
  ])('%s', (_, container, problems) => expect(problemsOf(container)).toEqual(problems));
});
