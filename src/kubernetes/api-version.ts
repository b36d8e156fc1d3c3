/** What the names of API versions and kinds say (Kubernetes API conventions, "Types (Kinds)"). */

/** The API group of an apiVersion: `apps` of `apps/v1`, the empty string of `v1`. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** A list kind: `List`, or the list form of a kind (`ConfigMapList`). */
export function isListKind(kind: string): boolean {
  return kind.endsWith('List');
}
