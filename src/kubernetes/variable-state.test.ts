import { expect, test } from 'vitest';
import { isStrictVariableName, knownAs, orElse, UNCERTAIN, UNKNOWN } from './variable-state.ts';

test.each([
  ['A', true],
  ['_a-b.C9', true],
  ['.a', true],
  ['-', true],
  ['9A', false],
  ['', false],
  ['.', false],
  ['..', false],
  ['..a', false],
  ['a b', false],
  ['ä', false],
])('%s is a name to every Kubernetes: %s', (name, answer) => expect(isStrictVariableName(name)).toBe(answer));

test('what may be set anew is there for sure only if it was there before', () => {
  expect([knownAs('a'), UNKNOWN].map(orElse)).toEqual([UNKNOWN, UNKNOWN]);
  expect([UNCERTAIN, undefined].map(orElse)).toEqual([UNCERTAIN, UNCERTAIN]);
});
