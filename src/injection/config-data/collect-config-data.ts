/** The ConfigData among the items. */
import { firstOfCopies } from '../../krm/copies.ts';
import { LOCAL_CONFIG } from '../../krm/function-config.ts';
import type { Objects } from '../../krm/objects.ts';
import type { Options } from '../../krm/options.ts';
import type { Report } from '../../krm/report.ts';
import { titleOf, whereIs, type Resource } from '../../krm/resource.ts';
import type { Result } from '../../krm/result.ts';
import { at } from '../../yaml/value.ts';
import { configDataProblems, isConfigData } from './config-data.ts';

/** Validates ConfigData; two of one name in one namespace have to be the same. */
export function collectConfigData(
  inItems: readonly Resource[],
  { namespace }: Pick<Options, 'namespace'>,
  report: Report,
): readonly Resource[] {
  const found = inItems.filter(({ ref }) => isConfigData(ref));
  for (const resource of found) report.addAll(configDataProblems(resource));
  firstOfCopies(found, namespace, 'ConfigData', titleOf, report);
  return found;
}

/**
 * What becomes a ConfigMap must not clash with one that is there, and has to reach the cluster; what stays as it is must
 * not, since no cluster knows the kind.
 */
export function checkConfigData(
  resource: Resource,
  becomesConfigMap: boolean,
  objects: Objects,
  { namespace }: Pick<Options, 'namespace'>,
  report: Report,
): void {
  const { ref, file } = resource;
  const title = titleOf(resource);
  const isLocal = at(resource.value, 'metadata', 'annotations', LOCAL_CONFIG) === 'true';
  if (!becomesConfigMap && !isLocal) {
    const message = `${title}: expected the annotation ${LOCAL_CONFIG}: "true", found none; without it the ConfigData would be applied to a cluster that does not know its kind`;
    report.add({ severity: 'info', message, resourceRef: ref, file });
  }
  if (!becomesConfigMap) return;
  if (isLocal) {
    const message = `${title}: found the annotation ${LOCAL_CONFIG}: "true" on what becomes a ConfigMap: it will not reach the cluster, and pods that refer to it will not start`;
    report.add({ severity: 'warning', message, resourceRef: ref, file });
  }
  const [clash] = objects.named('v1 ConfigMap', ref.name).in(ref.namespace ?? namespace);
  if (clash === undefined) return;
  const place = whereIs(clash);
  const where = place === '' ? '' : ` (${place})`;
  const message = `${title}: expected no ConfigMap of this name, since the ConfigData becomes one; found ${titleOf(clash)}${where}`;
  report.add({ severity: 'error', message, resourceRef: ref, file });
}

/** A ConfigData that would have to become a ConfigMap, but is in an input that is only read. */
export function notWritten(resource: Resource): Result {
  const { ref, file } = resource;
  const message = `${titleOf(resource)}: expected it among what is written, since it has to become a ConfigMap; found it in an input that is only read`;
  return { severity: 'error', message, resourceRef: ref, file };
}
