/** The API of the program: its group, its kinds and the annotations that it reads and leaves. */
import { groupOf } from './kubernetes/api-version.ts';
import type { ResourceRef } from './krm/resource.ts';

/** The group of everything that the program defines itself. */
export const GROUP = 'serviceinjectionpolicy.k8s.io';

export const POLICY_KIND = 'ServiceInjectionPolicy';
export const CONFIG_DATA = 'ConfigData';
export const CONFIG_DATA_LIST = 'ConfigDataList';
/** The kind of a functionConfig with options. */
export const INJECT_SERVICES = 'InjectServices';

/** On a pod template: "true" keeps every policy away from it. */
export const EXCLUDE = `${GROUP}/exclude`;
/** Names that follow the group in annotations of the program's own, so that no service can have them. */
export const RESERVED_NAMES: readonly string[] = ['exclude', 'applied'];

/** The groups of the kinds that the program reads itself: its own, and that of the proposals. */
export function isOwnGroup(apiVersion: string): boolean {
  const group = groupOf(apiVersion);
  return group === GROUP || group === 'extensions';
}

/** ServiceInjectionPolicy as the proposal has it (`extensions`), and in the group of this program. */
export function isPolicy({ apiVersion, kind }: Pick<ResourceRef, 'apiVersion' | 'kind'>): boolean {
  return kind === POLICY_KIND && isOwnGroup(apiVersion);
}

/** ConfigData as the proposal has it (`extensions`), and in the group of this program. */
export function isConfigData({ apiVersion, kind }: Pick<ResourceRef, 'apiVersion' | 'kind'>): boolean {
  return kind === CONFIG_DATA && isOwnGroup(apiVersion);
}
