/** Objects of one name in one namespace: copies of one another, or a mistake. */
import { sameValue } from '../yaml/value.ts';
import { withoutBookkeeping } from '../function-config.ts';
import type { Report } from './report.ts';
import { whereIs, type Resource } from './resource.ts';

/**
 * The first object of every name and namespace. A later one has to be the same, or is reported: orchestrators hand over the
 * file that declares the function twice. `namespace` is that of objects that name none; `what` and `titleOf` are how the
 * message calls the objects.
 */
export function firstOfCopies(
  resources: readonly Resource[],
  namespace: string | undefined,
  what: string,
  titleOf: (resource: Resource) => string,
  report: Report,
): readonly Resource[] {
  const byName = new Map<string, Resource>();
  for (const resource of resources) {
    const key = JSON.stringify([resource.ref.namespace ?? namespace ?? null, resource.ref.name]);
    const other = byName.get(key);
    if (other === undefined) byName.set(key, resource);
    else if (!sameValue(withoutBookkeeping(other.value), withoutBookkeeping(resource.value))) {
      const places = [other, resource].map(whereIs).join(' and ');
      const message = `${titleOf(resource)}: expected one ${what} of this name, found two that differ, in ${places}`;
      report.add({ severity: 'error', message, resourceRef: resource.ref, file: resource.file });
    }
  }
  return [...byName.values()];
}
