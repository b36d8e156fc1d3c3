import { describe, expect, test } from 'vitest';
import { namePatterns } from './name-patterns.ts';
import { inScope, isForContainer } from './scope.ts';

describe('a policy and an object are in one scope', () => {
  test.each<readonly [string, string | undefined, string | undefined, string | undefined, boolean, boolean]>([
    // sentence, policy, object, namespace option, strictNamespace, in scope
    ['a policy without a namespace reaches every object', undefined, 'shop', undefined, false, true],
    ['a policy without a namespace reaches objects without one', undefined, undefined, undefined, false, true],
    ['a policy without a namespace is not bound by the option either', undefined, 'shop', 'other', true, true],
    ['equal namespaces', 'shop', 'shop', undefined, false, true],
    ['different namespaces', 'shop', 'other', undefined, false, false],
    ['an object without one is reached from anywhere', 'shop', undefined, undefined, false, true],
    ['but not where the option is strict', 'shop', undefined, undefined, true, false],
    ['it takes the namespace of the options', 'shop', undefined, 'shop', false, true],
    ['and then no other', 'shop', undefined, 'other', false, false],
    ['also where the option is strict', 'shop', undefined, 'shop', true, true],
    ['an object of its own namespace does not take that of the options', 'shop', 'other', 'shop', false, false],
    ['an object of its own namespace is reached there', 'shop', 'shop', 'other', true, true],
  ])('%s', (_, policy, object, namespace, strictNamespace, expected) => {
    expect(inScope({ namespace: policy }, object, { namespace, strictNamespace })).toBe(expected);
  });
});

describe('a policy is for a container', () => {
  test.each<readonly [string, readonly string[] | undefined, string, boolean]>([
    ['where it names none', undefined, 'web', true],
    ['where its list is empty, for none', [], 'web', false],
    ['that it names', ['db', 'web'], 'web', true],
    ['not for one that it does not name', ['db'], 'web', false],
    ['not for one whose name only begins like it', ['web'], 'web-2', false],
    ['not for one whose name only ends like it', ['web'], 'my-web', false],
    ['not in another case', ['Web'], 'web', false],
    ['* is any name', ['*'], 'web', true],
    ['* is no name, too', ['*'], '', true],
    ['* is any end', ['web-*'], 'web-2', true],
    ['* is an empty end, too', ['web*'], 'web', true],
    ['* is any beginning', ['*-web'], 'my-web', true],
    ['* stands in the middle', ['a*z'], 'a-to-z', true],
    ['several of them', ['*a*'], 'bab', true],
    ['several in a row are one', ['a**z'], 'abz', true],
    ['? is one character', ['web-?'], 'web-2', true],
    ['? is not two', ['web-?'], 'web-22', false],
    ['? is not none', ['web?'], 'web', false],
    ['a point is a point', ['w.b*'], 'web', false],
    ['what else means something to regular expressions is itself', ['w+(b)[*'], 'w+(b)[x', true],
    ['and nothing else', ['(web|db)*'], 'web', false],
    ['the whole name counts', ['*eb'], 'web-2', false],
  ])('%s', (_, containers, name, expected) => {
    expect(isForContainer({ containers: containers && namePatterns(containers) }, name)).toBe(expected);
  });
});
