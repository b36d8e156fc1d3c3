/** Objects with a pod template, in the style in which people write them: comments, quotes, flow collections here and there. */
import type { Random } from './random.ts';
import { metadata } from './sample-objects.ts';

export interface SampleWorkload {
  readonly text: string;
  /** Containers and init containers in its pod template. */
  readonly containers: number;
}

export interface SampleWorkloadOptions {
  /** Undefined: any of three. */
  readonly kind: 'Deployment' | undefined;
  readonly matches: boolean;
  readonly tagged: boolean;
}

export function workload(
  random: Random,
  index: number,
  { kind: wanted, matches, tagged }: SampleWorkloadOptions,
): SampleWorkload {
  const kind = wanted ?? random.pick(['Deployment', 'Deployment', 'StatefulSet', 'CronJob']);
  const name = `app-${index}`;
  const role = matches ? 'frontend' : random.pick(['backend', 'worker', 'batch']);
  const containers = random.between(1, 2);
  const init = random.chance(0.25);
  let template = `metadata:
  labels:
    app.kubernetes.io/name: ${name}
    role: ${tagged ? '!!str ' : ''}${role}
  annotations:
    prometheus.io/scrape: "true"
    checksum/config: ${random.between(1e8, 1e9).toString(16)}a
spec:
  serviceAccountName: ${name}
${kind === 'CronJob' ? '  restartPolicy: Never\n' : ''}  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
`;
  if (init) template += `  initContainers:\n${container(random, 'prepare', 3)}`;
  template += '  containers:\n';
  for (let each = 0; each < containers; each++)
    template += container(random, each === 0 ? 'main' : 'sidecar', random.between(2, 12));
  template += `  volumes:
  - name: config
    configMap:
      name: settings-${index}
      defaultMode: 0644
  - name: scratch
    emptyDir: {}
`;
  const head = `apiVersion: ${kind === 'CronJob' ? 'batch' : 'apps'}/v1
kind: ${kind}
${metadata(name, `apps/${name}.yaml`, 'shop')}  labels:
    app.kubernetes.io/name: ${name}
    app.kubernetes.io/part-of: shop # the whole of it
spec:
`;
  return { text: head + SPECS[kind](name, template), containers: containers + Number(init) };
}

const SPECS: Readonly<Record<'Deployment' | 'StatefulSet' | 'CronJob', (name: string, template: string) => string>> = {
  Deployment: (name, template) =>
    `  replicas: 2\n  revisionHistoryLimit: 3\n${selector(name)}  strategy:\n    rollingUpdate: {maxSurge: 1, maxUnavailable: 0}\n  template:\n${indented(template, 4)}`,
  StatefulSet: (name, template) =>
    `  serviceName: ${name}\n  replicas: 3\n${selector(name)}  template:\n${indented(template, 4)}  volumeClaimTemplates:\n  - metadata:\n      name: data\n    spec:\n      accessModes: ["ReadWriteOnce"]\n      resources:\n        requests:\n          storage: 10Gi\n`,
  CronJob: (_, template) =>
    `  schedule: "*/5 * * * *"\n  concurrencyPolicy: Forbid\n  jobTemplate:\n    spec:\n      backoffLimit: 2\n      template:\n${indented(template, 8)}`,
};

function selector(name: string): string {
  return `  selector:\n    matchLabels:\n      app.kubernetes.io/name: ${name}\n`;
}

function container(random: Random, name: string, variables: number): string {
  let text = `  - name: ${name}
    image: registry.example.com/shop/${name}:1.${random.between(0, 99)}.${random.between(0, 9)}
    imagePullPolicy: IfNotPresent
    # ${random.words(8)}
    command: ["/bin/server", "--port=8080"]
    args:
    - --verbose
    - --name=$(POD_NAME)
    ports:
    - name: http-${name}
      containerPort: 8080
    env:
    - name: POD_NAME
      valueFrom:
        fieldRef:
          fieldPath: metadata.name
`;
  for (let each = 0; each < variables; each++) {
    text += `    - name: OPTION_${each}\n      value: ${random.pick([`"${random.words(3)}"`, `'${random.between(0, 99)}'`, random.words(2)])}\n`;
  }
  return `${text}    resources:
      requests: {cpu: 100m, memory: 128Mi}
      limits:
        memory: 256Mi
    readinessProbe:
      httpGet:
        path: /healthz
        port: http-${name}
      initialDelaySeconds: 5
    volumeMounts:
    - name: config
      mountPath: /etc/app
      readOnly: true
    - name: scratch
      mountPath: /tmp
`;
}

function indented(text: string, columns: number): string {
  return text.replaceAll(/^(?!$)/gm, ' '.repeat(columns));
}
