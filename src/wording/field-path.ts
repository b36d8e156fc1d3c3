/** Keys of mappings and indices of lists from a value to a part of it. */
export type FieldPath = readonly (string | number)[];

/** A path as Kubernetes writes it: `spec.containers[0].env`. */
export function fieldPath(path: FieldPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (!/^[-\w]+$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}
