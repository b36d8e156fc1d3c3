import { describe, expect, test } from 'vitest';
import { parseValue } from '../testing/parse-value.ts';
import type { Value, ValueMap } from '../yaml/value.ts';
import { mountPathKey, sameAfterDefaults, sameMount, sameVariable, sameVolume } from './api-defaults.ts';

type Row = readonly [sentence: string, a: string, b: string];

interface Table {
  readonly same: (a: ValueMap, b: ValueMap) => boolean;
  readonly equal: readonly Row[];
  readonly different: readonly Row[];
}

const tables: Readonly<Record<string, Table>> = {
  variables: {
    same: sameVariable,
    equal: [
      ['the same text', '{name: A, value: b}', '{name: A, value: "b"}'],
      ['another order of fields', '{name: A, value: b}', '{value: b, name: A}'],
      ['no value and an empty one', '{name: A}', '{name: A, value: ""}'],
      ['no value and null', '{name: A}', '{name: A, value: null}'],
      ['a number and its text', '{name: A, value: 6379}', '{name: A, value: "6379"}'],
      ['an octal number and its text', '{name: A, value: 0644}', '{name: A, value: "0644"}'],
      ['a boolean and its text', '{name: A, value: true}', '{name: A, value: "true"}'],
      [
        'a field of the pod with and without its version',
        '{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}',
        '{name: A, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.name}}}',
      ],
      [
        'a resource with and without its divisor',
        '{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}',
        '{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 0}}}',
      ],
      [
        'a key that is not optional, in both ways',
        '{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}',
        '{name: A, valueFrom: {secretKeyRef: {name: s, key: k, optional: false}}}',
      ],
    ],
    different: [
      ['another value', '{name: A, value: b}', '{name: A, value: c}'],
      ['a value and none', '{name: A, value: b}', '{name: A}'],
      ['the text of a boolean and that of another', '{name: A, value: true}', '{name: A, value: "yes"}'],
      ['one number in two spellings', '{name: A, value: 0644}', '{name: A, value: "420"}'],
      [
        'a field of another version',
        '{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}',
        '{name: A, valueFrom: {fieldRef: {apiVersion: v2, fieldPath: metadata.name}}}',
      ],
      [
        'an optional key and one that is not',
        '{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}',
        '{name: A, valueFrom: {secretKeyRef: {name: s, key: k, optional: true}}}',
      ],
      [
        'a Secret and a ConfigMap of one name',
        '{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}',
        '{name: A, valueFrom: {configMapKeyRef: {name: s, key: k}}}',
      ],
    ],
  },
  'environment sources': {
    same: sameAfterDefaults,
    equal: [
      ['no prefix and an empty one', '{secretRef: {name: s}}', '{prefix: "", secretRef: {name: s}}'],
      ['not optional, in both ways', '{secretRef: {name: s}}', '{secretRef: {name: s, optional: false}}'],
      ['null for another kind', '{secretRef: {name: s}}', '{secretRef: {name: s}, configMapRef: null}'],
    ],
    different: [
      ['optional and not', '{secretRef: {name: s}}', '{secretRef: {name: s, optional: true}}'],
      ['two prefixes', '{prefix: A_, secretRef: {name: s}}', '{prefix: B_, secretRef: {name: s}}'],
      ['two kinds', '{secretRef: {name: s}}', '{configMapRef: {name: s}}'],
    ],
  },
  mounts: {
    same: sameMount,
    equal: [
      ['writable, in both ways', '{name: v, mountPath: /v}', '{name: v, mountPath: /v, readOnly: false}'],
      ['a slash at the end', '{name: v, mountPath: /v}', '{name: v, mountPath: /v/}'],
      ['no subPath and an empty one', '{name: v, mountPath: /v}', '{name: v, mountPath: /v, subPath: ""}'],
    ],
    different: [
      ['read-only and writable', '{name: v, mountPath: /v}', '{name: v, mountPath: /v, readOnly: true}'],
      ['two volumes', '{name: v, mountPath: /v}', '{name: w, mountPath: /v}'],
      ['two places in one volume', '{name: v, mountPath: /v, subPath: a}', '{name: v, mountPath: /v, subPath: b}'],
      ['two cases of a path', '{name: v, mountPath: /v}', '{name: v, mountPath: /V}'],
    ],
  },
  volumes: {
    same: sameVolume,
    equal: [
      ['no source and an empty folder', '{name: v}', '{name: v, emptyDir: {}}'],
      ['a null source and an empty folder', '{name: v, configMap: null}', '{name: v, emptyDir: {}}'],
      ['an empty folder of the default medium', '{name: v, emptyDir: {}}', '{name: v, emptyDir: {medium: ""}}'],
      ['no mode and 420', '{name: v, secret: {secretName: s}}', '{name: v, secret: {secretName: s, defaultMode: 420}}'],
      ['no mode and 0644', '{name: v, configMap: {name: c}}', '{name: v, configMap: {name: c, defaultMode: 0644}}'],
      ['0644 and 420', '{name: v, downwardAPI: {defaultMode: 0644}}', '{name: v, downwardAPI: {defaultMode: 420}}'],
      ['0644 and 0o644', '{name: v, projected: {defaultMode: 0644}}', '{name: v, projected: {defaultMode: 0o644}}'],
      [
        'not optional, in both ways, in a projected volume, too',
        '{name: v, projected: {sources: [{configMap: {name: c}}]}}',
        '{name: v, projected: {sources: [{configMap: {name: c, optional: false}}]}}',
      ],
      [
        'a token that lives an hour',
        '{name: v, projected: {sources: [{serviceAccountToken: {path: t}}]}}',
        '{name: v, projected: {sources: [{serviceAccountToken: {path: t, expirationSeconds: 3600}}]}}',
      ],
      [
        'a field of the pod with and without its version',
        '{name: v, downwardAPI: {items: [{path: l, fieldRef: {fieldPath: metadata.labels}}]}}',
        '{name: v, downwardAPI: {items: [{path: l, fieldRef: {fieldPath: metadata.labels, apiVersion: v1}}]}}',
      ],
      [
        'no items and an empty list',
        '{name: v, secret: {secretName: s}}',
        '{name: v, secret: {secretName: s, items: []}}',
      ],
      ['a host path of no type', '{name: v, hostPath: {path: /h}}', '{name: v, hostPath: {path: /h, type: ""}}'],
    ],
    different: [
      ['no source and a Secret', '{name: v}', '{name: v, secret: {secretName: s}}'],
      ['a folder on disk and one in memory', '{name: v, emptyDir: {}}', '{name: v, emptyDir: {medium: Memory}}'],
      ['no mode and another', '{name: v, configMap: {name: c}}', '{name: v, configMap: {name: c, defaultMode: 0600}}'],
      ['0644 and 644', '{name: v, configMap: {defaultMode: 0644}}', '{name: v, configMap: {defaultMode: 644}}'],
      [
        'another mode of one file than the default, where it is said of a file',
        '{name: v, secret: {items: [{key: k, path: p}]}}',
        '{name: v, secret: {items: [{key: k, path: p, mode: 420}]}}',
      ],
      ['optional and not', '{name: v, secret: {secretName: s}}', '{name: v, secret: {secretName: s, optional: true}}'],
      [
        'the default storage class and none at all',
        '{name: v, ephemeral: {volumeClaimTemplate: {spec: {}}}}',
        '{name: v, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: ""}}}}',
      ],
      [
        'two orders of sources, of which the later wins',
        '{name: v, projected: {sources: [{secret: {name: a}}, {secret: {name: b}}]}}',
        '{name: v, projected: {sources: [{secret: {name: b}}, {secret: {name: a}}]}}',
      ],
    ],
  },
};

describe.each(Object.entries(tables))('%s', (_, { same, equal, different }) => {
  test.each(equal)('are equal: %s', (_sentence, a, b) => {
    expect(same(map(a), map(b))).toBe(true);
    expect(same(map(b), map(a))).toBe(true);
  });

  test.each(different)('are different: %s', (_sentence, a, b) => {
    expect(same(map(a), map(b))).toBe(false);
    expect(same(map(b), map(a))).toBe(false);
  });
});

describe('the key of a mount', () => {
  test.each([
    ['its path', '/cache', '/cache'],
    ['its path without a slash at the end', '/cache/', '/cache'],
    ['its path without any slashes at the end', '/cache//', '/cache'],
    ['the root', '/', '/'],
    ['the root, again', '//', '/'],
    ['not the slashes inside', '/a//b', '/a//b'],
    ['a path of Windows', 'C:\\cache', 'C:\\cache'],
  ])('is %s', (_, mountPath, key) => expect(mountPathKey({ mountPath })).toBe(key));

  test.each<readonly [string, Value]>([
    ['a number', 5],
    ['null', null],
  ])('is empty for %s', (_, mountPath) => expect(mountPathKey({ mountPath })).toBe(''));
});

function map(text: string): ValueMap {
  return parseValue(text) as ValueMap;
}
