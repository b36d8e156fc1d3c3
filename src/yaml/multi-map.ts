/** Maps with several values under one key. */

/** Adds a value behind those that a key has. */
export function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const others = map.get(key);
  if (others) others.push(value);
  else map.set(key, [value]);
}
