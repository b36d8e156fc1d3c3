/** Where each kind keeps its pod template: the one table of kinds in the program. */
import { groupOf } from './api-version.ts';

export interface Workload {
  readonly group: string;
  readonly kind: string;
  /** Keys from the object to the pod template; empty where the object itself is the pod. */
  readonly template: readonly string[];
  /** Keys to claim templates, whose names pods can mount as volumes. */
  readonly claims?: readonly string[];
}

const SPEC_TEMPLATE = ['spec', 'template'];

/**
 * Kubernetes' own kinds (API reference, "Workload Resources"; `extensions` is where three of them began and where the
 * proposals' examples have them), Argo Rollouts, Knative Serving and OpenShift.
 */
export const WORKLOADS: readonly Workload[] = [
  { group: '', kind: 'Pod', template: [] },
  { group: '', kind: 'PodTemplate', template: ['template'] },
  { group: '', kind: 'ReplicationController', template: SPEC_TEMPLATE },
  { group: 'apps', kind: 'ReplicaSet', template: SPEC_TEMPLATE },
  { group: 'apps', kind: 'Deployment', template: SPEC_TEMPLATE },
  { group: 'apps', kind: 'StatefulSet', template: SPEC_TEMPLATE, claims: ['spec', 'volumeClaimTemplates'] },
  { group: 'apps', kind: 'DaemonSet', template: SPEC_TEMPLATE },
  { group: 'extensions', kind: 'ReplicaSet', template: SPEC_TEMPLATE },
  { group: 'extensions', kind: 'Deployment', template: SPEC_TEMPLATE },
  { group: 'extensions', kind: 'DaemonSet', template: SPEC_TEMPLATE },
  { group: 'batch', kind: 'Job', template: SPEC_TEMPLATE },
  { group: 'batch', kind: 'CronJob', template: ['spec', 'jobTemplate', 'spec', 'template'] },
  { group: 'argoproj.io', kind: 'Rollout', template: SPEC_TEMPLATE },
  { group: 'serving.knative.dev', kind: 'Service', template: SPEC_TEMPLATE },
  { group: 'serving.knative.dev', kind: 'Configuration', template: SPEC_TEMPLATE },
  { group: 'apps.openshift.io', kind: 'DeploymentConfig', template: SPEC_TEMPLATE },
];

/** Workloads by kind and group: options may add thousands, and every object is looked up. */
export type WorkloadTable = ReadonlyMap<string, ReadonlyMap<string, Workload>>;

/** A table of {@link WORKLOADS} and more of them; a later one wins. */
export function workloadTable(more: readonly Workload[]): WorkloadTable {
  const table = new Map<string, Map<string, Workload>>();
  for (const workload of [...WORKLOADS, ...more]) {
    const byGroup = table.get(workload.kind) ?? new Map<string, Workload>();
    table.set(workload.kind, byGroup.set(workload.group, workload));
  }
  return table;
}

/** The workload kind of an object, or undefined where it has no pod template. */
export function workloadOf(apiVersion: string, kind: string, workloads: WorkloadTable): Workload | undefined {
  return workloads.get(kind)?.get(groupOf(apiVersion));
}
