/** What is meant as a reference to a ConfigData, and is none. */
import { describeValue } from '../wording/describe-value.ts';
import type { ReferringList } from '../kubernetes/data-references.ts';
import { variableSource } from '../kubernetes/variable-source.ts';
import { at, isList, isMap, type Value, type ValueMap } from '../yaml/value.ts';

interface MisspeltReference {
  /** From the entry to the field. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const EXPECTED: Readonly<Record<ReferringList, string>> = {
  env: 'configData: {configDataName, key}',
  envFrom: 'configData: {configDataName} or configDataRef: {name}',
  volumes: 'configData: {configDataName}',
};

/** The fields of an entry that look like a reference to a ConfigData, of another name or with something else below. */
export function misspeltReferences(list: ReferringList, entry: ValueMap): readonly MisspeltReference[] {
  return holdersOf(list, entry).flatMap(({ holder, path }) =>
    Object.entries(holder).flatMap(([field, value]) => {
      if (!field.startsWith('configData')) return [];
      const isKnown = field === 'configData' || (list === 'envFrom' && field === 'configDataRef');
      const name = field === 'configDataRef' ? 'name' : 'configDataName';
      const other = field === 'configDataRef' ? 'configDataName' : 'name';
      if (isKnown && isMap(value) && value[name] === undefined && value[other] !== undefined) {
        return [{ path: [...path, field, other], message: `expected the field ${name}, found ${other}` }];
      }
      if (isKnown && isMap(value) && list === 'env' && variableSource(entry).kind === 'text') {
        return [{ path, message: 'expected a value or a valueFrom, found both' }];
      }
      if (isKnown && (isMap(value) || value === null)) return [];
      const found = isKnown ? describeValue(value) : `the field ${field}`;
      return [{ path: [...path, field], message: `expected ${EXPECTED[list]}, found ${found}` }];
    }),
  );
}

interface Holder {
  readonly holder: ValueMap;
  readonly path: readonly (string | number)[];
}

/** The mappings of an entry that may hold references. */
function holdersOf(list: ReferringList, entry: ValueMap): readonly Holder[] {
  const holder = (value: Value | undefined, path: Holder['path']): readonly Holder[] =>
    isMap(value) ? [{ holder: value, path }] : [];
  if (list === 'env') return holder(entry['valueFrom'], ['valueFrom']);
  const sources = list === 'volumes' ? at(entry, 'projected', 'sources') : undefined;
  return [
    ...holder(entry, []),
    ...(isList(sources) ? sources : []).flatMap((source, index) => holder(source, ['projected', 'sources', index])),
  ];
}
