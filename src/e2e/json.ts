/** Objects as an API server answers them, and ways into them that do not mind what is absent. */

export interface Json {
  readonly [key: string]: unknown;
}

/** A value as a mapping; an empty one where it is none. */
export function mapping(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** A value as a list of mappings; an empty one where it is no list. */
export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** What stands at a path, `spec.steps.0.script`; keys that contain dots are given one by one. */
export function part(value: unknown, path: string, ...keys: readonly string[]): unknown {
  const all = keys.length === 0 ? path.split('.') : [path, ...keys];
  return all.reduce<unknown>((here, key) => mapping(here)[key], value);
}
