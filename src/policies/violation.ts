/** The words for a broken rule of a policy: "expected …, found …". What is expected the schemas say as `x-expected`. */
import type { ErrorObject } from 'ajv';
import { nearestName } from '../wording/nearest-name.ts';
import { isList, isMap, type Value } from '../yaml/value.ts';
import { resolve, type Schema } from './policy-schema.ts';

/** One line on what ajv (with `verbose`) found wrong with a value; `found` is that value or, where it is missing, undefined. */
export function violation(
  { keyword, params, parentSchema, propertyName }: ErrorObject,
  found: Value | undefined,
): string {
  const rule = parentSchema as Schema;
  switch (keyword) {
    case 'required':
      return expected(wordsFor(rule.properties?.[String(params['missingProperty'])]), describe(found));
    case 'type':
      // "A DNS label, found 80" would mislead: the digits are fine, the type is not.
      return expected(rule.type === 'string' ? 'a string' : wordsFor(rule), describe(found) + quotesHint(rule, found));
    case 'not':
      return expected(wordsFor(rule.not), describe(found));
    case 'minProperties':
    case 'maxProperties':
    case 'oneOf':
    case 'anyOf':
      return expected(wordsFor(rule), presentOf(alternatives(rule), found));
    default:
      return expected(wordsFor(rule), describe(propertyName ?? found) + choiceHint(rule, found));
  }
}

function expected(words: string, found: string): string {
  return `expected ${words}, found ${found}`;
}

function wordsFor(schema: Schema | undefined): string {
  const { 'x-expected': words, enum: choices, type } = resolve(schema ?? {});
  if (words !== undefined) return words;
  if (choices)
    return enumerate(
      choices.map((choice) => (choice === '' ? '""' : String(choice))),
      'or',
    );
  return typeWords[String(type)] ?? 'a value';
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  object: 'a mapping',
};

function quotesHint({ type }: Schema, found: Value | undefined): string {
  if (type === 'string') return typeof found === 'number' || typeof found === 'boolean' ? '; put it in quotes' : '';
  const meant = type === 'boolean' ? /^(true|false)$/i : type === 'integer' ? /^[0-9]+$/ : undefined;
  return typeof found === 'string' && meant?.test(found) ? '; remove the quotes' : '';
}

function choiceHint({ enum: choices, 'x-expected': words }: Schema, found: Value | undefined): string {
  if (!choices || words !== undefined || typeof found !== 'string') return '';
  const nearest = nearestName(found, choices.map(String));
  return nearest ? `; did you mean ${quote(nearest)}?` : '';
}

/** The fields that exclude each other: those of the branches or, where the rule only counts, all that hold mappings. */
function alternatives({ oneOf, anyOf, properties = {} }: Schema): string[] {
  const branches = oneOf ?? anyOf;
  if (branches) return branches.flatMap((branch) => branch.required ?? []);
  return Object.keys(properties).filter((name) => resolve(properties[name] ?? {}).type === 'object');
}

function presentOf(names: readonly string[], value: Value | undefined): string {
  const present = isMap(value) ? names.filter((name) => Object.hasOwn(value, name) && value[name] !== null) : [];
  return present.length > 0 ? enumerate(present, 'and') : 'none of them';
}

/** A found value on one line. */
function describe(value: Value | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return quote(value);
  if (isList(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isMap(value)) return Object.keys(value).length === 0 ? 'an empty mapping' : 'a mapping';
  return `${value as number | boolean | null}`;
}

/** In double quotes, on one line, and not much longer than 60 characters. */
export function quote(text: string): string {
  const characters = Array.from(text);
  if (characters.length > 60)
    return `${quote(`${characters.slice(0, 59).join('')}…`)} (${characters.length} characters)`;
  return inOneLine(JSON.stringify(text));
}

/** JSON's strings may contain what ends a line for some readers. */
export function inOneLine(json: string): string {
  return json.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

export function enumerate(names: readonly string[], conjunction: 'and' | 'or'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
