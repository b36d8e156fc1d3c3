/** Objects without a pod template, as packages have them: most of the bytes, none of the interest. */
import type { Random } from './random.ts';

/** Name and namespace with the annotations by which kpt finds the file again. */
export function metadata(name: string, path: string, namespace: string | undefined): string {
  return `metadata:
  name: ${name}
${namespace === undefined ? '' : `  namespace: ${namespace}\n`}  annotations:
    config.kubernetes.io/index: '0'
    config.kubernetes.io/path: '${path}'
    internal.config.kubernetes.io/index: '0'
    internal.config.kubernetes.io/path: '${path}'
    internal.config.kubernetes.io/seqindent: 'compact'
`;
}

/** A definition with a schema of about `size` bytes, deeply nested and full of prose. */
export function customResourceDefinition(random: Random, index: number, size: number): string {
  const kind = `${random.pick(['Gateway', 'Backup', 'Tenant', 'Certificate', 'Pipeline'])}${index}`;
  const plural = `${kind.toLowerCase()}s`;
  let text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
${metadata(`${plural}.example.com`, `crds/${plural}.yaml`, undefined)}spec:
  group: example.com
  names:
    kind: ${kind}
    listKind: ${kind}List
    plural: ${plural}
    singular: ${kind.toLowerCase()}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    additionalPrinterColumns:
    - jsonPath: .status.conditions[?(@.type=="Ready")].status
      name: Ready
      type: string
    schema:
      openAPIV3Schema:
        type: object
        properties:
          apiVersion:
            type: string
          spec:
            type: object
            properties:
`;
  // In a small one no field may take up more than all of it.
  const depth = size < 8_000 ? 4 : 0;
  for (let field = 0; text.length < size; field++) text += schemaField(random, `field${field}`, 14, depth);
  return text;
}

function schemaField(random: Random, name: string, column: number, depth: number): string {
  const margin = ' '.repeat(column);
  let text = `${margin}${name}:\n`;
  text += random.chance(0.5)
    ? `${margin}  description: ${random.words(random.between(6, 14))}\n`
    : `${margin}  description: |-\n${margin}    ${random.words(12)}\n${margin}    ${random.words(9)}: "see below".\n\n${margin}    # not a comment: ${random.words(5)}\n`;
  const shape = depth < 5 ? random.next() : 1;
  if (shape < 0.35) {
    text += `${margin}  type: object\n${margin}  required:\n${margin}  - field0\n${margin}  properties:\n`;
    const fields = random.between(1, 4);
    for (let field = 0; field < fields; field++) text += schemaField(random, `field${field}`, column + 4, depth + 1);
  } else if (shape < 0.5) {
    text += `${margin}  type: array\n${margin}  items:\n${margin}    type: object\n${margin}    properties:\n`;
    text += schemaField(random, 'element', column + 6, depth + 2);
  } else if (shape < 0.65) {
    text += `${margin}  type: string\n${margin}  enum:\n${margin}  - ""\n${margin}  - Always\n${margin}  - IfNotPresent\n`;
  } else if (shape < 0.8) {
    text += `${margin}  type: integer\n${margin}  format: int32\n${margin}  minimum: 0\n${margin}  default: ${random.between(0, 999)}\n`;
  } else {
    text += `${margin}  type: string\n${margin}  pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'\n${margin}  maxLength: 63\n`;
  }
  return text;
}

/** Files in literal block scalars, of about `size` bytes in all; some are manifests themselves. */
export function configMap(random: Random, index: number, size: number): string {
  const name = `settings-${index}`;
  let text = `apiVersion: v1\nkind: ConfigMap\n${metadata(name, `config/${name}.yaml`, 'shop')}data:\n  LOG_LEVEL: info\n`;
  for (let file = 0; text.length < size; file++) {
    text += random.pick([embeddedManifest, settingsFile, script])(random, file);
  }
  return text;
}

function embeddedManifest(random: Random, file: number): string {
  let text = `  manifest-${file}.yaml: |
    # Copied into every namespace.
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: embedded-${file}
      labels: {role: frontend}
    spec:
      template:
        metadata:
          labels:
            role: frontend
        spec:
          containers:
          - name: main
            image: example.com/embedded:${random.between(1, 99)}
            env:
`;
  const variables = random.between(2, 20);
  for (let each = 0; each < variables; each++)
    text += `            - name: SETTING_${each}\n              value: "${random.words(2)}"\n`;
  return `${text}    ---\n    kind: Service\n    metadata: {name: embedded-${file}}\n`;
}

function settingsFile(random: Random, file: number): string {
  let text = `  application-${file}.properties: |\n`;
  const lines = random.between(5, 40);
  for (let line = 0; line < lines; line++) {
    text +=
      line % 7 === 6
        ? `\n    # ${random.words(6)}\n`
        : `    server.option-${line}=${random.words(random.between(1, 6))}\n`;
  }
  return text;
}

function script(random: Random, file: number): string {
  let text = `  run-${file}.sh: |-\n    #!/bin/sh\n    set -eu\n`;
  const lines = random.between(3, 20);
  for (let line = 0; line < lines; line++)
    text += `    if [ -n "$\{OPTION_${line}:-}" ]; then echo "${random.words(4)}"; fi\n`;
  return text;
}

export function service(random: Random, index: number): string {
  return `apiVersion: v1
kind: Service
${metadata(`service-${index}`, `apps/service-${index}.yaml`, 'shop')}spec:
  type: ClusterIP # never reached from outside
  selector:
    app.kubernetes.io/name: app-${index}
  ports:
  - name: http
    port: ${random.between(80, 9000)}
    targetPort: http
    protocol: TCP
`;
}

export function rbac(random: Random, index: number): string {
  const verbs = random.pick(['["get", "list", "watch"]', '["*"]', '[get, list, watch, create, update, patch, delete]']);
  return `# What the operator needs, and no more.
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
${metadata(`role-${index}`, `rbac/role-${index}.yaml`, 'shop')}rules:
- apiGroups: [""]
  resources: ["configmaps", "secrets"]
  verbs: ${verbs}
- apiGroups:
  - apps
  resources:
  - deployments
  verbs: ["get"]
`;
}
