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

/** The workload kind of an object, or undefined where it has no pod template. Later entries of `workloads` win. */
export function workloadOf(apiVersion: string, kind: string, workloads: readonly Workload[]): Workload | undefined {
  const group = groupOf(apiVersion);
  return workloads.findLast((workload) => workload.kind === kind && workload.group === group);
}
