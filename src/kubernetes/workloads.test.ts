import { describe, expect, test } from 'vitest';
import { workloadOf, workloadTable } from './workloads.ts';

describe('workloadOf', () => {
  test.each([
    ['v1', 'Pod', ''],
    ['v1', 'PodTemplate', 'template'],
    ['v1', 'ReplicationController', 'spec.template'],
    ['apps/v1', 'ReplicaSet', 'spec.template'],
    ['apps/v1', 'Deployment', 'spec.template'],
    ['apps/v1beta2', 'Deployment', 'spec.template'],
    ['apps/v1', 'StatefulSet', 'spec.template'],
    ['apps/v1', 'DaemonSet', 'spec.template'],
    ['extensions/v1beta1', 'Deployment', 'spec.template'],
    ['extensions/v1beta1', 'DaemonSet', 'spec.template'],
    ['extensions/v1beta1', 'ReplicaSet', 'spec.template'],
    ['batch/v1', 'Job', 'spec.template'],
    ['batch/v1', 'CronJob', 'spec.jobTemplate.spec.template'],
    ['batch/v1beta1', 'CronJob', 'spec.jobTemplate.spec.template'],
    ['argoproj.io/v1alpha1', 'Rollout', 'spec.template'],
    ['serving.knative.dev/v1', 'Service', 'spec.template'],
    ['serving.knative.dev/v1', 'Configuration', 'spec.template'],
    ['apps.openshift.io/v1', 'DeploymentConfig', 'spec.template'],
  ])('knows where %s %s keeps its pod template', (apiVersion, kind, path) => {
    expect(workloadOf(apiVersion, kind, workloadTable([]))?.template.join('.')).toBe(path);
  });

  test.each([
    ['a Service of Kubernetes itself', 'v1', 'Service'],
    ['a kind of another group', 'apps/v1', 'Pod'],
    ['a kind without an apiVersion', '', 'Deployment'],
    ['another case', 'apps/v1', 'deployment'],
    ['a kind that has none', 'v1', 'ConfigMap'],
  ])('knows none for %s', (_, apiVersion, kind) => {
    expect(workloadOf(apiVersion, kind, workloadTable([]))).toBeUndefined();
  });

  test('knows the claims that the pods of a StatefulSet can mount', () => {
    expect(workloadOf('apps/v1', 'StatefulSet', workloadTable([]))?.claims).toEqual(['spec', 'volumeClaimTemplates']);
  });

  test('takes kinds of the options, which win over its own', () => {
    const job = { group: 'keda.sh', kind: 'ScaledJob', template: ['spec', 'jobTargetRef', 'template'] };
    const pod = { group: '', kind: 'Pod', template: ['other'] };
    expect(workloadOf('keda.sh/v1alpha1', 'ScaledJob', workloadTable([job, pod]))).toBe(job);
    expect(workloadOf('v1', 'Pod', workloadTable([job, pod]))).toBe(pod);
  });
});
