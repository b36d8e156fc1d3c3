import { describe, expect, it } from 'vitest';
// The rules are judged on what YAML means in general, so that a fault of our own readers cannot hide here.
import { parse } from 'yaml';
import podDefinitions from './pod-definitions.json' with { type: 'json' };
import { fieldPath } from '../wording/field-path.ts';
import { policyProblems } from './policy-problems.ts';
import policySchema from './policy.schema.json' with { type: 'json' };

const dnsLabel = "a DNS label (lower-case letters, digits, and '-' between them, at most 63 characters)";
const objectName =
  "an object name (a DNS subdomain: lower-case letters, digits, and '-' and '.' between them, at most 253 characters)";
const labelKey =
  "a label key (at most 63 letters, digits, and '-', '_' and '.' between them, after an optional DNS subdomain and '/')";
const labelValue = "a label value (at most 63 letters, digits, and '-', '_' and '.' between them)";
const serviceName =
  "a service name that can end an annotation key (at most 63 letters, digits, and '-', '_' and '.' between them)";
const variable = 'an environment variable (a mapping with name, and value or valueFrom)';
const variableName = "a variable name (one or more printable ASCII characters other than '=')";
const valueSource =
  'a mapping with exactly one of configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef, fileKeyRef and configData';
const envFromSource = 'a mapping with exactly one of configMapRef, secretRef, configData, configDataRef and configMap';
const dataKey = "a key (letters, digits, '-', '_' and '.', at most 253 characters, not '.' and not starting with '..')";
const podField =
  "a field of the pod (metadata.name, metadata.namespace, metadata.uid, metadata.labels['KEY'], metadata.annotations['KEY'], spec.nodeName, spec.serviceAccountName, status.hostIP, status.hostIPs, status.podIP or status.podIPs)";
const fileField =
  "a field of the pod that files can hold (metadata.name, metadata.namespace, metadata.uid, metadata.labels, metadata.annotations, metadata.labels['KEY'] or metadata.annotations['KEY'])";
const policyWords = 'a ServiceInjectionPolicy (a mapping with apiVersion, kind, metadata and spec)';
const fileMode = 'a file mode from 0 to 511 (octal 0777)';
const relativePath = "a non-empty relative path without '..'";

type Row = readonly [title: string, yaml: string, problems: readonly string[]];

const specRows: Readonly<Record<string, readonly Row[]>> = {
  'of the selector': [
    [
      'a selector that is null',
      `
      selector:
      service: db
      `,
      ['spec.selector: expected a label selector ({} selects every pod template), found null'],
    ],
    [
      'a selector that is a string',
      'selector: role=frontend',
      ['spec.selector: expected a label selector ({} selects every pod template), found "role=frontend"'],
    ],
    [
      'a selector of labels only',
      'selector: {role: frontend}',
      [
        'spec.selector: expected matchLabels, matchExpressions or {} (which selects all), found only unknown fields',
        'warning at spec.selector.role: unknown field "role"; known here: matchLabels and matchExpressions',
      ],
    ],
    [
      'a selector with a misspelt matchLabels',
      'selector: {matchLabel: {role: frontend}}',
      [
        'spec.selector: expected matchLabels, matchExpressions or {} (which selects all), found only unknown fields',
        'warning at spec.selector.matchLabel: unknown field "matchLabel"; did you mean "matchLabels"?',
      ],
    ],
    [
      'an unknown field beside known ones in a selector',
      'selector: {matchLabels: {role: frontend}, matchExpresions: []}',
      ['warning at spec.selector.matchExpresions: unknown field "matchExpresions"; did you mean "matchExpressions"?'],
    ],
    [
      'matchLabels that is a list',
      'selector: {matchLabels: [role]}',
      ['spec.selector.matchLabels: expected a mapping from label keys to label values, found a list'],
    ],
    [
      'a label value that is a number',
      'selector: {matchLabels: {tier: 1}}',
      ['spec.selector.matchLabels.tier: expected a string, found 1; put it in quotes'],
    ],
    [
      'a label value that is a boolean',
      'selector: {matchLabels: {canary: true}}',
      ['spec.selector.matchLabels.canary: expected a string, found true; put it in quotes'],
    ],
    [
      'a label value that is null',
      'selector: {matchLabels: {role: }}',
      ['spec.selector.matchLabels.role: expected a string, found null'],
    ],
    [
      'an illegal label value',
      'selector: {matchLabels: {role: front end}}',
      [`spec.selector.matchLabels.role: expected ${labelValue}, found "front end"`],
    ],
    [
      'a label value that is too long',
      `selector: {matchLabels: {role: ${'a'.repeat(64)}}}`,
      [`spec.selector.matchLabels.role: expected ${labelValue}, found "${'a'.repeat(59)}…" (64 characters)`],
    ],
    [
      'an illegal label key',
      'selector: {matchLabels: {-role: frontend}}',
      [`spec.selector.matchLabels.-role: expected ${labelKey}, found "-role"`],
    ],
    [
      'a label key with an illegal prefix',
      'selector: {matchLabels: {Example_com/role: frontend}}',
      [`spec.selector.matchLabels["Example_com/role"]: expected ${labelKey}, found "Example_com/role"`],
    ],
    [
      'a label key with two slashes',
      'selector: {matchLabels: {a/b/c: x}}',
      [`spec.selector.matchLabels["a/b/c"]: expected ${labelKey}, found "a/b/c"`],
    ],
    [
      'an illegal label value under a key with a slash',
      'selector: {matchLabels: {app.kubernetes.io/name: web!}}',
      [`spec.selector.matchLabels["app.kubernetes.io/name"]: expected ${labelValue}, found "web!"`],
    ],
    [
      'an illegal key with an illegal value',
      'selector: {matchLabels: {-role: 5}}',
      [
        `spec.selector.matchLabels.-role: expected ${labelKey}, found "-role"`,
        'spec.selector.matchLabels.-role: expected a string, found 5; put it in quotes',
      ],
    ],
    [
      'matchExpressions that is a mapping',
      'selector: {matchExpressions: {role: In}}',
      ['spec.selector.matchExpressions: expected a list of conditions on labels, found a mapping'],
    ],
    [
      'a condition without key and operator',
      'selector: {matchExpressions: [{values: [a]}]}',
      [
        `spec.selector.matchExpressions[0].key: expected ${labelKey}, found nothing`,
        'spec.selector.matchExpressions[0].operator: expected In, NotIn, Exists or DoesNotExist, found nothing',
      ],
    ],
    [
      'an operator of the wrong case',
      'selector: {matchExpressions: [{key: role, operator: in, values: [a]}]}',
      [
        'spec.selector.matchExpressions[0].operator: expected In, NotIn, Exists or DoesNotExist, found "in"; did you mean "In"?',
      ],
    ],
    [
      'an operator that nobody knows',
      'selector: {matchExpressions: [{key: role, operator: Equals, values: [a]}]}',
      ['spec.selector.matchExpressions[0].operator: expected In, NotIn, Exists or DoesNotExist, found "Equals"'],
    ],
    [
      'In without values',
      'selector: {matchExpressions: [{key: role, operator: In}]}',
      [
        'spec.selector.matchExpressions[0].values: expected at least one value beside the operator In or NotIn, found nothing',
      ],
    ],
    [
      'NotIn with an empty list of values',
      'selector: {matchExpressions: [{key: role, operator: NotIn, values: []}]}',
      [
        'spec.selector.matchExpressions[0].values: expected at least one value beside the operator In or NotIn, found an empty list',
      ],
    ],
    [
      'In with one value instead of a list',
      'selector: {matchExpressions: [{key: role, operator: In, values: frontend}]}',
      ['spec.selector.matchExpressions[0].values: expected a list of label values, found "frontend"'],
    ],
    [
      'Exists with values',
      'selector: {matchExpressions: [{key: role, operator: Exists, values: [a]}]}',
      [
        'spec.selector.matchExpressions[0].values: expected no values beside the operator Exists or DoesNotExist, found a list',
      ],
    ],
    [
      'DoesNotExist with values',
      'selector: {matchExpressions: [{key: role, operator: DoesNotExist, values: [a, b]}]}',
      [
        'spec.selector.matchExpressions[0].values: expected no values beside the operator Exists or DoesNotExist, found a list',
      ],
    ],
    [
      'an illegal value of a condition',
      'selector: {matchExpressions: [{key: role, operator: In, values: [a, b c]}]}',
      [`spec.selector.matchExpressions[0].values[1]: expected ${labelValue}, found "b c"`],
    ],
  ],
  'of the service and the containers': [
    ['a service with a slash', 'service: shop/db', [`spec.service: expected ${serviceName}, found "shop/db"`]],
    [
      'a service that is too long',
      `service: ${'a'.repeat(64)}`,
      [`spec.service: expected ${serviceName}, found "${'a'.repeat(59)}…" (64 characters)`],
    ],
    ['an empty service', 'service: ""', [`spec.service: expected ${serviceName}, found ""`]],
    [
      'a reserved service',
      'service: exclude',
      ['spec.service: expected a service name other than the reserved exclude and applied, found "exclude"'],
    ],
    [
      'the other reserved service',
      'service: applied',
      ['spec.service: expected a service name other than the reserved exclude and applied, found "applied"'],
    ],
    ['a service that is a number', 'service: 5432', ['spec.service: expected a string, found 5432; put it in quotes']],
    [
      'containers that is a string',
      'containers: web',
      ['spec.containers: expected a list of container names or globs, found "web"'],
    ],
    [
      'an empty container name',
      'containers: [web, ""]',
      ['spec.containers[1]: expected a container name or glob of 1 to 253 characters, found ""'],
    ],
    [
      'a container that is a mapping',
      'containers: [{name: web}]',
      ['spec.containers[0]: expected a string, found a mapping'],
    ],
  ],
  'of env': [
    [
      'env as a mapping',
      "env: {DB_PORT: '6379'}",
      ['spec.env: expected a list of environment variables, found a mapping'],
    ],
    ['a variable that is a string', 'env: [DB_PORT=6379]', [`spec.env[0]: expected ${variable}, found "DB_PORT=6379"`]],
    ['a variable that is null', 'env: [null]', [`spec.env[0]: expected ${variable}, found null`]],
    ['a variable without a name', 'env: [{value: x}]', [`spec.env[0].name: expected ${variableName}, found nothing`]],
    [
      'a variable whose name is null',
      'env: [{name: , value: x}]',
      [`spec.env[0].name: expected ${variableName}, found null`],
    ],
    [
      'a variable with an empty name',
      "env: [{name: '', value: x}]",
      [`spec.env[0].name: expected ${variableName}, found ""`],
    ],
    ["a variable name with '='", "env: [{name: 'A=B'}]", [`spec.env[0].name: expected ${variableName}, found "A=B"`]],
    [
      'a variable name beyond ASCII',
      'env: [{name: GRÖSSE}]',
      [`spec.env[0].name: expected ${variableName}, found "GRÖSSE"`],
    ],
    [
      'a variable name with a line break',
      'env: [{name: "A\\nB"}]',
      [`spec.env[0].name: expected ${variableName}, found "A\\nB"`],
    ],
    [
      'a variable name that is a number',
      'env: [{name: 5}]',
      ['spec.env[0].name: expected a string, found 5; put it in quotes'],
    ],
    [
      'a value that is a mapping',
      'env: [{name: A, value: {b: c}}]',
      ['spec.env[0].value: expected a string, found a mapping'],
    ],
    ['a value that is a list', 'env: [{name: A, value: [b]}]', ['spec.env[0].value: expected a string, found a list']],
    [
      'a value that is not a number',
      'env: [{name: A, value: .nan}]',
      ['spec.env[0].value: expected a string, found NaN'],
    ],
    [
      'both value and valueFrom',
      'env: [{name: A, value: b, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]',
      ['spec.env[0].value: expected no value beside valueFrom, found "b"'],
    ],
    [
      'a misspelt field of a variable',
      'env: [{name: A, vlaue: b}]',
      ['warning at spec.env[0].vlaue: unknown field "vlaue"; did you mean "value"?'],
    ],
    [
      'valueFrom that is a string',
      'env: [{name: A, valueFrom: db-config}]',
      [`spec.env[0].valueFrom: expected ${valueSource}, found "db-config"`],
    ],
    [
      'valueFrom without a source',
      'env: [{name: A, valueFrom: {}}]',
      [`spec.env[0].valueFrom: expected ${valueSource}, found none of them`],
    ],
    [
      'valueFrom whose only source is null',
      'env: [{name: A, valueFrom: {secretKeyRef: }}]',
      [`spec.env[0].valueFrom: expected ${valueSource}, found none of them`],
    ],
    [
      'valueFrom with two sources',
      'env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}, configMapKeyRef: {name: c, key: k}}}]',
      [`spec.env[0].valueFrom: expected ${valueSource}, found configMapKeyRef and secretKeyRef`],
    ],
    [
      'valueFrom whose only source is misspelt',
      'env: [{name: A, valueFrom: {configMapRef: {name: c, key: k}}}]',
      [
        `spec.env[0].valueFrom: expected ${valueSource}, found none of them`,
        'warning at spec.env[0].valueFrom.configMapRef: unknown field "configMapRef"; did you mean "configMapKeyRef"?',
      ],
    ],
    [
      'a key reference without a key',
      'env: [{name: A, valueFrom: {configMapKeyRef: {name: c}}}]',
      [`spec.env[0].valueFrom.configMapKeyRef.key: expected ${dataKey}, found nothing`],
    ],
    [
      'a key reference without a name',
      'env: [{name: A, valueFrom: {secretKeyRef: {key: k}}}]',
      [`spec.env[0].valueFrom.secretKeyRef.name: expected ${objectName}, found nothing`],
    ],
    [
      'an illegal ConfigMap name',
      'env: [{name: A, valueFrom: {configMapKeyRef: {name: Db_Config, key: k}}}]',
      [`spec.env[0].valueFrom.configMapKeyRef.name: expected ${objectName}, found "Db_Config"`],
    ],
    [
      'a name that is too long for an object',
      `env: [{name: A, valueFrom: {configMapKeyRef: {name: ${'a'.repeat(254)}, key: k}}}]`,
      [
        `spec.env[0].valueFrom.configMapKeyRef.name: expected ${objectName}, found "${'a'.repeat(59)}…" (254 characters)`,
      ],
    ],
    [
      'an illegal key',
      'env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: a/b}}}]',
      [`spec.env[0].valueFrom.configMapKeyRef.key: expected ${dataKey}, found "a/b"`],
    ],
    [
      "the key '..'",
      'env: [{name: A, valueFrom: {secretKeyRef: {name: c, key: ..}}}]',
      [`spec.env[0].valueFrom.secretKeyRef.key: expected ${dataKey}, found ".."`],
    ],
    [
      'optional in quotes',
      "env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k, optional: 'true'}}}]",
      ['spec.env[0].valueFrom.secretKeyRef.optional: expected true or false, found "true"; remove the quotes'],
    ],
    [
      'optional that is a number',
      'env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k, optional: 1}}}]',
      ['spec.env[0].valueFrom.secretKeyRef.optional: expected true or false, found 1'],
    ],
    [
      'fieldRef without fieldPath',
      'env: [{name: A, valueFrom: {fieldRef: {}}}]',
      [`spec.env[0].valueFrom.fieldRef.fieldPath: expected ${podField}, found nothing`],
    ],
    [
      'a field that no variable can hold',
      'env: [{name: A, valueFrom: {fieldRef: {fieldPath: status.podIp}}}]',
      [`spec.env[0].valueFrom.fieldRef.fieldPath: expected ${podField}, found "status.podIp"`],
    ],
    [
      'fieldRef of another API version',
      'env: [{name: A, valueFrom: {fieldRef: {apiVersion: v2, fieldPath: metadata.name}}}]',
      ['spec.env[0].valueFrom.fieldRef.apiVersion: expected v1, found "v2"'],
    ],
    [
      'resourceFieldRef without resource',
      'env: [{name: A, valueFrom: {resourceFieldRef: {containerName: web}}}]',
      [
        'spec.env[0].valueFrom.resourceFieldRef.resource: expected limits. or requests. followed by cpu, memory, ephemeral-storage or hugepages-SIZE, found nothing',
      ],
    ],
    [
      'an unknown resource',
      'env: [{name: A, valueFrom: {resourceFieldRef: {resource: cpu}}}]',
      [
        'spec.env[0].valueFrom.resourceFieldRef.resource: expected limits. or requests. followed by cpu, memory, ephemeral-storage or hugepages-SIZE, found "cpu"',
      ],
    ],
    [
      'an illegal divisor',
      'env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1 m}}}]',
      ['spec.env[0].valueFrom.resourceFieldRef.divisor: expected a quantity such as 500Mi or 0.5, found "1 m"'],
    ],
    [
      'fileKeyRef without anything',
      'env: [{name: A, valueFrom: {fileKeyRef: {}}}]',
      [
        `spec.env[0].valueFrom.fileKeyRef.volumeName: expected ${dnsLabel}, found nothing`,
        `spec.env[0].valueFrom.fileKeyRef.path: expected ${relativePath}, found nothing`,
        `spec.env[0].valueFrom.fileKeyRef.key: expected ${variableName}, found nothing`,
      ],
    ],
    [
      'fileKeyRef with an absolute path',
      'env: [{name: A, valueFrom: {fileKeyRef: {volumeName: v, path: /etc/env, key: K}}}]',
      [`spec.env[0].valueFrom.fileKeyRef.path: expected ${relativePath}, found "/etc/env"`],
    ],
    [
      'configData without key',
      'env: [{name: A, valueFrom: {configData: {configDataName: c}}}]',
      [`spec.env[0].valueFrom.configData.key: expected ${dataKey}, found nothing`],
    ],
    [
      'configData with name for configDataName',
      'env: [{name: A, valueFrom: {configData: {name: c, key: k}}}]',
      [
        `spec.env[0].valueFrom.configData.configDataName: expected ${objectName}, found nothing`,
        'warning at spec.env[0].valueFrom.configData.name: unknown field "name"; known here: configDataName, key and optional',
      ],
    ],
  ],
  'of envFrom': [
    [
      'envFrom that is a mapping',
      'envFrom: {configMapRef: {name: c}}',
      ['spec.envFrom: expected a list of sources of environment variables, found a mapping'],
    ],
    ['envFrom without a source', 'envFrom: [{}]', [`spec.envFrom[0]: expected ${envFromSource}, found none of them`]],
    [
      'envFrom with only a prefix',
      'envFrom: [{prefix: DB_}]',
      [`spec.envFrom[0]: expected ${envFromSource}, found none of them`],
    ],
    [
      'envFrom with two sources',
      'envFrom: [{configMapRef: {name: c}, secretRef: {name: s}}]',
      [`spec.envFrom[0]: expected ${envFromSource}, found configMapRef and secretRef`],
    ],
    [
      'envFrom with two sources and a prefix',
      'envFrom: [{prefix: DB_, configData: {configDataName: d}, configDataRef: {name: d}}]',
      [`spec.envFrom[0]: expected ${envFromSource}, found configData and configDataRef`],
    ],
    [
      'envFrom whose source has no name',
      'envFrom: [{secretRef: {optional: true}}]',
      [`spec.envFrom[0].secretRef.name: expected ${objectName}, found nothing`],
    ],
    [
      'the early spelling without a name',
      'envFrom: [{configMap: {}}]',
      [`spec.envFrom[0].configMap.name: expected ${objectName}, found nothing`],
    ],
    [
      'an illegal prefix',
      "envFrom: [{prefix: 'A=', secretRef: {name: s}}]",
      ['spec.envFrom[0].prefix: expected a prefix of printable ASCII without \'=\', found "A="'],
    ],
    [
      'configData without configDataName',
      'envFrom: [{configData: {optional: true}}]',
      [`spec.envFrom[0].configData.configDataName: expected ${objectName}, found nothing`],
    ],
    [
      'a misspelt source',
      'envFrom: [{secretref: {name: s}}]',
      [
        `spec.envFrom[0]: expected ${envFromSource}, found none of them`,
        'warning at spec.envFrom[0].secretref: unknown field "secretref"; did you mean "secretRef"?',
      ],
    ],
  ],
  'of volumes': [
    [
      'volumes that is a mapping',
      'volumes: {cache: {emptyDir: {}}}',
      ['spec.volumes: expected a list of volumes, found a mapping'],
    ],
    [
      'a volume without a name',
      'volumes: [{emptyDir: {}}]',
      [`spec.volumes[0].name: expected ${dnsLabel}, found nothing`],
    ],
    [
      'an illegal volume name',
      'volumes: [{name: Cache_Volume}]',
      [`spec.volumes[0].name: expected ${dnsLabel}, found "Cache_Volume"`],
    ],
    ['a volume name with a dot', 'volumes: [{name: a.b}]', [`spec.volumes[0].name: expected ${dnsLabel}, found "a.b"`]],
    [
      'a volume name that is too long',
      `volumes: [{name: ${'v'.repeat(64)}}]`,
      [`spec.volumes[0].name: expected ${dnsLabel}, found "${'v'.repeat(59)}…" (64 characters)`],
    ],
    [
      'a volume with two sources',
      'volumes: [{name: v, emptyDir: {}, hostPath: {path: /x}}]',
      [
        'spec.volumes[0]: expected a volume (a mapping with name and at most one source, for example configMap), found emptyDir and hostPath',
      ],
    ],
    [
      'an unknown volume source',
      'volumes: [{name: v, tmpfs: {}}]',
      [
        'warning at spec.volumes[0].tmpfs: unknown field "tmpfs"; known here: name, configMap, secret, configData, emptyDir, persistentVolumeClaim, projected and 25 more',
      ],
    ],
    [
      'a source that is a string',
      'volumes: [{name: v, configMap: db-config}]',
      ['spec.volumes[0].configMap: expected a mapping with name, found "db-config"'],
    ],
    [
      'an old source that is a string',
      'volumes: [{name: v, rbd: x}]',
      ['spec.volumes[0].rbd: expected a mapping, found "x"'],
    ],
    [
      'a ConfigMap volume without a name',
      'volumes: [{name: v, configMap: {optional: true}}]',
      [`spec.volumes[0].configMap.name: expected ${objectName}, found nothing`],
    ],
    [
      'a Secret volume with name for secretName',
      'volumes: [{name: v, secret: {name: s}}]',
      [
        `spec.volumes[0].secret.secretName: expected ${objectName}, found nothing`,
        'warning at spec.volumes[0].secret.name: unknown field "name"; known here: secretName, items, defaultMode and optional',
      ],
    ],
    [
      'a ConfigData volume without configDataName',
      'volumes: [{name: v, configData: {}}]',
      [`spec.volumes[0].configData.configDataName: expected ${objectName}, found nothing`],
    ],
    [
      'a mode meant in octal but written in decimal',
      'volumes: [{name: v, configMap: {name: c, defaultMode: 644}}]',
      [`spec.volumes[0].configMap.defaultMode: expected ${fileMode}, found 644`],
    ],
    [
      'a mode in quotes',
      "volumes: [{name: v, configMap: {name: c, defaultMode: '0644'}}]",
      [`spec.volumes[0].configMap.defaultMode: expected ${fileMode}, found "0644"; remove the quotes`],
    ],
    [
      'a negative mode',
      'volumes: [{name: v, secret: {secretName: s, defaultMode: -1}}]',
      [`spec.volumes[0].secret.defaultMode: expected ${fileMode}, found -1`],
    ],
    [
      'a mode with a fraction',
      'volumes: [{name: v, configData: {configDataName: d, defaultMode: 1.5}}]',
      [`spec.volumes[0].configData.defaultMode: expected ${fileMode}, found 1.5`],
    ],
    [
      'an item without key and path',
      'volumes: [{name: v, configMap: {name: c, items: [{}]}}]',
      [
        `spec.volumes[0].configMap.items[0].key: expected ${dataKey}, found nothing`,
        `spec.volumes[0].configMap.items[0].path: expected ${relativePath}, found nothing`,
      ],
    ],
    [
      "an item whose path has '..'",
      'volumes: [{name: v, configMap: {name: c, items: [{key: k, path: a/../b, mode: 1000}]}}]',
      [
        `spec.volumes[0].configMap.items[0].path: expected ${relativePath}, found "a/../b"`,
        `spec.volumes[0].configMap.items[0].mode: expected ${fileMode}, found 1000`,
      ],
    ],
    [
      'items that is a mapping',
      'volumes: [{name: v, secret: {secretName: s, items: {k: p}}}]',
      ['spec.volumes[0].secret.items: expected a list of keys and paths, found a mapping'],
    ],
    [
      'an unknown medium',
      'volumes: [{name: v, emptyDir: {medium: RAM}}]',
      ['spec.volumes[0].emptyDir.medium: expected Memory, HugePages or HugePages-SIZE, found "RAM"'],
    ],
    [
      'an illegal size limit',
      'volumes: [{name: v, emptyDir: {sizeLimit: 1 GB}}]',
      ['spec.volumes[0].emptyDir.sizeLimit: expected a quantity such as 500Mi or 0.5, found "1 GB"'],
    ],
    [
      'a size limit that is a mapping',
      'volumes: [{name: v, emptyDir: {sizeLimit: {}}}]',
      ['spec.volumes[0].emptyDir.sizeLimit: expected a quantity such as 500Mi or 0.5, found an empty mapping'],
    ],
    [
      'a claim without a name',
      'volumes: [{name: v, persistentVolumeClaim: {}}]',
      [`spec.volumes[0].persistentVolumeClaim.claimName: expected ${objectName}, found nothing`],
    ],
    [
      'a host path without a path',
      'volumes: [{name: v, hostPath: {type: Directory}}]',
      ["spec.volumes[0].hostPath.path: expected a non-empty path without '..', found nothing"],
    ],
    [
      "a host path with '..' and an unknown type",
      'volumes: [{name: v, hostPath: {path: /a/../b, type: Directry}}]',
      [
        'spec.volumes[0].hostPath.path: expected a non-empty path without \'..\', found "/a/../b"',
        'spec.volumes[0].hostPath.type: expected DirectoryOrCreate, Directory, FileOrCreate, File, Socket, CharDevice, BlockDevice or "", found "Directry"; did you mean "Directory"?',
      ],
    ],
    [
      'NFS with a relative path and no server',
      'volumes: [{name: v, nfs: {path: exports}}]',
      [
        'spec.volumes[0].nfs.server: expected a host name or address, found nothing',
        'spec.volumes[0].nfs.path: expected an absolute path, found "exports"',
      ],
    ],
    [
      'CSI with an illegal driver',
      'volumes: [{name: v, csi: {driver: my_driver, volumeAttributes: {a: 1}, nodePublishSecretRef: {}}}]',
      [
        "spec.volumes[0].csi.driver: expected a CSI driver name (at most 63 letters, digits, and '-' and '.' between them), found \"my_driver\"",
        'spec.volumes[0].csi.volumeAttributes.a: expected a string, found 1; put it in quotes',
        `spec.volumes[0].csi.nodePublishSecretRef.name: expected ${objectName}, found nothing`,
      ],
    ],
    [
      'an image with an unknown pull policy',
      'volumes: [{name: v, image: {reference: a/b, pullPolicy: Allways}}]',
      [
        'spec.volumes[0].image.pullPolicy: expected Always, Never or IfNotPresent, found "Allways"; did you mean "Always"?',
      ],
    ],
    [
      'an ephemeral volume without a template',
      'volumes: [{name: v, ephemeral: {}}]',
      ['spec.volumes[0].ephemeral.volumeClaimTemplate: expected a mapping with spec, found nothing'],
    ],
    [
      'an ephemeral volume without size and access mode',
      'volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [], resources: {requests: {}}}}}}]',
      [
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: expected a list of at least one access mode, found an empty list',
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests.storage: expected a quantity such as 500Mi or 0.5, found nothing',
      ],
    ],
    [
      'an ephemeral volume with unknown modes',
      'volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [RWO], volumeMode: block, resources: {requests: {storage: 1Gi}, limits: {storage: big}}, dataSource: {kind: PersistentVolumeClaim}}}}}]',
      [
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes[0]: expected ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod, found "RWO"',
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.volumeMode: expected Filesystem or Block, found "block"; did you mean "Block"?',
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.limits.storage: expected a quantity such as 500Mi or 0.5, found "big"',
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource.name: expected a name, found nothing',
      ],
    ],
    [
      'sources of a projected volume that is a mapping',
      'volumes: [{name: v, projected: {sources: {secret: {name: s}}}}]',
      ['spec.volumes[0].projected.sources: expected a list of sources, found a mapping'],
    ],
    [
      'a projection with two sources',
      'volumes: [{name: v, projected: {sources: [{secret: {name: s}, configMap: {name: c}}]}}]',
      [
        'spec.volumes[0].projected.sources[0]: expected a mapping with at most one of configMap, secret, configData, downwardAPI, serviceAccountToken, clusterTrustBundle and podCertificate, found configMap and secret',
      ],
    ],
    [
      'a projected Secret with secretName for name',
      'volumes: [{name: v, projected: {sources: [{secret: {secretName: s}}]}}]',
      [
        `spec.volumes[0].projected.sources[0].secret.name: expected ${objectName}, found nothing`,
        'warning at spec.volumes[0].projected.sources[0].secret.secretName: unknown field "secretName"; known here: name, items and optional',
      ],
    ],
    [
      'a token that expires too soon',
      'volumes: [{name: v, projected: {sources: [{serviceAccountToken: {path: token, expirationSeconds: 60}}]}}]',
      [
        'spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: expected a number of seconds from 600 to 4294967296, found 60',
      ],
    ],
    [
      'a trust bundle with neither name nor signer',
      'volumes: [{name: v, projected: {sources: [{clusterTrustBundle: {path: ca.pem}}]}}]',
      [
        'spec.volumes[0].projected.sources[0].clusterTrustBundle: expected a mapping with path and exactly one of name and signerName, found none of them',
      ],
    ],
    [
      'a trust bundle with name and signer',
      'volumes: [{name: v, projected: {sources: [{clusterTrustBundle: {path: ca.pem, name: a, signerName: b}}]}}]',
      [
        'spec.volumes[0].projected.sources[0].clusterTrustBundle: expected a mapping with path and exactly one of name and signerName, found name and signerName',
      ],
    ],
    [
      'a pod certificate without a path',
      'volumes: [{name: v, projected: {sources: [{podCertificate: {signerName: a.b/c, keyType: RSA}}]}}]',
      [
        'spec.volumes[0].projected.sources[0].podCertificate: expected a mapping with signerName, keyType and at least one of credentialBundlePath, keyPath and certificateChainPath, found none of them',
        'spec.volumes[0].projected.sources[0].podCertificate.keyType: expected RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519, found "RSA"',
      ],
    ],
    [
      'a pod certificate that lasts too long',
      'volumes: [{name: v, projected: {sources: [{podCertificate: {signerName: a.b/c, keyType: ED25519, keyPath: k, maxExpirationSeconds: 9999999}}]}}]',
      [
        'spec.volumes[0].projected.sources[0].podCertificate.maxExpirationSeconds: expected a number of seconds from 3600 to 7862400, found 9999999',
      ],
    ],
    [
      'a downward API file with neither source',
      'volumes: [{name: v, downwardAPI: {items: [{path: labels}]}}]',
      [
        'spec.volumes[0].downwardAPI.items[0]: expected a mapping with path and exactly one of fieldRef and resourceFieldRef, found none of them',
      ],
    ],
    [
      'a downward API file with both sources',
      'volumes: [{name: v, downwardAPI: {items: [{path: l, fieldRef: {fieldPath: metadata.labels}, resourceFieldRef: {containerName: web, resource: limits.cpu}}]}}]',
      [
        'spec.volumes[0].downwardAPI.items[0]: expected a mapping with path and exactly one of fieldRef and resourceFieldRef, found fieldRef and resourceFieldRef',
      ],
    ],
    [
      'a downward API file of a field that files cannot hold',
      'volumes: [{name: v, downwardAPI: {items: [{path: l, fieldRef: {fieldPath: status.podIP}}]}}]',
      [`spec.volumes[0].downwardAPI.items[0].fieldRef.fieldPath: expected ${fileField}, found "status.podIP"`],
    ],
    [
      'a downward API resource without a container',
      'volumes: [{name: v, downwardAPI: {items: [{path: l, resourceFieldRef: {resource: limits.cpu}}]}}]',
      ['spec.volumes[0].downwardAPI.items[0].resourceFieldRef.containerName: expected a container name, found nothing'],
    ],
  ],
  'of volumeMounts': [
    [
      'volumeMounts that is a string',
      'volumeMounts: /cache',
      ['spec.volumeMounts: expected a list of volume mounts, found "/cache"'],
    ],
    [
      'a mount without name and path',
      'volumeMounts: [{readOnly: true}]',
      [
        `spec.volumeMounts[0].name: expected ${dnsLabel}, found nothing`,
        "spec.volumeMounts[0].mountPath: expected a non-empty path without ':', found nothing",
      ],
    ],
    [
      "a mount path with ':'",
      "volumeMounts: [{name: v, mountPath: '/a:/b'}]",
      ['spec.volumeMounts[0].mountPath: expected a non-empty path without \':\', found "/a:/b"'],
    ],
    [
      'an empty mount path',
      "volumeMounts: [{name: v, mountPath: ''}]",
      ['spec.volumeMounts[0].mountPath: expected a non-empty path without \':\', found ""'],
    ],
    [
      'a mount path that is a list',
      'volumeMounts: [{name: v, mountPath: [/a]}]',
      ['spec.volumeMounts[0].mountPath: expected a string, found a list'],
    ],
    [
      'an absolute subPath',
      'volumeMounts: [{name: v, mountPath: /a, subPath: /b}]',
      ['spec.volumeMounts[0].subPath: expected a relative path without \'..\', found "/b"'],
    ],
    [
      "a subPathExpr with '..'",
      'volumeMounts: [{name: v, mountPath: /a, subPathExpr: $(POD)/..}]',
      ['spec.volumeMounts[0].subPathExpr: expected a relative path without \'..\', found "$(POD)/.."'],
    ],
    [
      'both subPath and subPathExpr',
      'volumeMounts: [{name: v, mountPath: /a, subPath: b, subPathExpr: $(C)}]',
      ['spec.volumeMounts[0].subPathExpr: expected no subPathExpr beside subPath, found "$(C)"'],
    ],
    [
      'an unknown mount propagation',
      'volumeMounts: [{name: v, mountPath: /a, mountPropagation: Bidirectonal}]',
      [
        'spec.volumeMounts[0].mountPropagation: expected None, HostToContainer or Bidirectional, found "Bidirectonal"; did you mean "Bidirectional"?',
      ],
    ],
    [
      'recursiveReadOnly without readOnly',
      'volumeMounts: [{name: v, mountPath: /a, recursiveReadOnly: Enabled}]',
      ['spec.volumeMounts[0].readOnly: expected true beside recursiveReadOnly, found nothing'],
    ],
    [
      'recursiveReadOnly with readOnly: false and propagation',
      'volumeMounts: [{name: v, mountPath: /a, recursiveReadOnly: IfPossible, readOnly: false, mountPropagation: HostToContainer}]',
      [
        'spec.volumeMounts[0].readOnly: expected true beside recursiveReadOnly, found false',
        'spec.volumeMounts[0].mountPropagation: expected None beside recursiveReadOnly, found "HostToContainer"',
      ],
    ],
    [
      'readOnly that is a string beside recursiveReadOnly',
      "volumeMounts: [{name: v, mountPath: /a, recursiveReadOnly: Enabled, readOnly: 'true'}]",
      ['spec.volumeMounts[0].readOnly: expected true or false, found "true"; remove the quotes'],
    ],
    [
      'a misspelt field of a mount',
      'volumeMounts: [{name: v, mountpath: /a}]',
      [
        "spec.volumeMounts[0].mountPath: expected a non-empty path without ':', found nothing",
        'warning at spec.volumeMounts[0].mountpath: unknown field "mountpath"; did you mean "mountPath"?',
      ],
    ],
  ],
  'of unknown fields': [
    [
      'a misspelt field of the spec',
      'enFrom: []',
      ['warning at spec.enFrom: unknown field "enFrom"; did you mean "envFrom"?'],
    ],
    [
      'an unknown field whose value is null',
      'evn: ',
      ['warning at spec.evn: unknown field "evn"; did you mean "env"?'],
    ],
    [
      'an unknown field unlike any known one',
      'env: [{name: A, frobnicate: 1}]',
      ['warning at spec.env[0].frobnicate: unknown field "frobnicate"; known here: name, value and valueFrom'],
    ],
    [
      'an unknown field unlike any of many',
      'volumes: [{name: v, frobnicate: 1}]',
      [
        'warning at spec.volumes[0].frobnicate: unknown field "frobnicate"; known here: name, configMap, secret, configData, emptyDir, persistentVolumeClaim, projected and 25 more',
      ],
    ],
    [
      'an unknown field that every object inherits',
      'volumes: [{name: v, constructor: 1}]',
      [
        'warning at spec.volumes[0].constructor: unknown field "constructor"; known here: name, configMap, secret, configData, emptyDir, persistentVolumeClaim, projected and 25 more',
      ],
    ],
    [
      'an unknown field that is a long text',
      `env: [{name: A, ${'x'.repeat(70)}: 1}]`,
      [
        `warning at spec.env[0].${'x'.repeat(70)}: unknown field "${'x'.repeat(59)}…" (70 characters); known here: name, value and valueFrom`,
      ],
    ],
    [
      'an unknown field with a line break',
      'env: [{name: A, "b\\nc": 1}]',
      ['warning at spec.env[0]["b\\nc"]: unknown field "b\\nc"; known here: name, value and valueFrom'],
    ],
  ],
};

const policyRows: readonly Row[] = [
  ['no policy at all', 'null', [`: expected ${policyWords}, found null`]],
  ['a list', '[]', [`: expected ${policyWords}, found an empty list`]],
  ['a string', 'policy', [`: expected ${policyWords}, found "policy"`]],
  [
    'an empty mapping',
    '{}',
    [
      'apiVersion: expected serviceinjectionpolicy.k8s.io/v1alpha1 or extensions/v1beta1, found nothing',
      'kind: expected ServiceInjectionPolicy, found nothing',
      'metadata: expected a mapping with name, found nothing',
      'spec: expected a mapping with a selector and what to inject, found nothing',
    ],
  ],
  [
    'no spec',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: p}
      `,
    ['spec: expected a mapping with a selector and what to inject, found nothing'],
  ],
  [
    'a null spec',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: p}
      spec:
      `,
    ['spec: expected a mapping with a selector and what to inject, found null'],
  ],
  [
    'a spec that is a list',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: p}
      spec: []
      `,
    ['spec: expected a mapping with a selector and what to inject, found an empty list'],
  ],
  [
    'no selector',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: p}
      spec: {service: db}
      `,
    ['spec.selector: expected a label selector ({} selects every pod template), found nothing'],
  ],
  [
    'several mistakes, in the order of the text',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      spec:
        volumeMounts: [{name: v, mountPath: ''}]
        env: [{name: '=', vlaue: 1}, {}]
        serivce: db
        selector: {matchLabels: {a b: c}}
      metadata: {name: P}
      `,
    [
      'spec.volumeMounts[0].mountPath: expected a non-empty path without \':\', found ""',
      `spec.env[0].name: expected ${variableName}, found "="`,
      'warning at spec.env[0].vlaue: unknown field "vlaue"; did you mean "value"?',
      `spec.env[1].name: expected ${variableName}, found nothing`,
      'warning at spec.serivce: unknown field "serivce"; did you mean "service"?',
      `spec.selector.matchLabels["a b"]: expected ${labelKey}, found "a b"`,
      `metadata.name: expected ${objectName}, found "P"`,
    ],
  ],
  [
    'another API version',
    `
      apiVersion: extensions/v1beta2
      kind: ServiceInjectionPolicy
      metadata: {name: p}
      spec: {selector: {}}
      `,
    [
      'apiVersion: expected serviceinjectionpolicy.k8s.io/v1alpha1 or extensions/v1beta1, found "extensions/v1beta2"; did you mean "extensions/v1beta1"?',
    ],
  ],
  [
    'another kind',
    `
      apiVersion: extensions/v1beta1
      kind: PodPreset
      metadata: {name: p}
      spec: {selector: {}}
      `,
    ['kind: expected ServiceInjectionPolicy, found "PodPreset"'],
  ],
  [
    'metadata that is a string',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: p
      spec: {selector: {}}
      `,
    ['metadata: expected a mapping with name, found "p"'],
  ],
  [
    'no name',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {namespace: shop}
      spec: {selector: {}}
      `,
    [`metadata.name: expected ${objectName}, found nothing`],
  ],
  [
    'an illegal name',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: Allow Database}
      spec: {selector: {}}
      `,
    [`metadata.name: expected ${objectName}, found "Allow Database"`],
  ],
  [
    'a name that is a number',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: 5}
      spec: {selector: {}}
      `,
    ['metadata.name: expected a string, found 5; put it in quotes'],
  ],
  [
    'a namespace with a dot',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: p, namespace: my.ns}
      spec: {selector: {}}
      `,
    [`metadata.namespace: expected ${dnsLabel}, found "my.ns"`],
  ],
  [
    'an empty namespace',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: p, namespace: ""}
      spec: {selector: {}}
      `,
    [`metadata.namespace: expected ${dnsLabel}, found ""`],
  ],
  [
    'labels and annotations of the wrong type',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: p, labels: [a], annotations: b}
      spec: {selector: {}}
      `,
    ['metadata.labels: expected a mapping, found a list', 'metadata.annotations: expected a mapping, found "b"'],
  ],
  [
    'an unknown top-level field',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: p}
      spec: {selector: {}}
      status: {}
      `,
    ['warning at status: unknown field "status"; known here: apiVersion, kind, metadata and spec'],
  ],
  [
    'spec fields at the top level',
    `
      apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
      kind: ServiceInjectionPolicy
      metadata: {name: p}
      selector: {}
      `,
    [
      'spec: expected a mapping with a selector and what to inject, found nothing',
      'warning at selector: unknown field "selector"; known here: apiVersion, kind, metadata and spec',
    ],
  ],
];

/** What is legal, some of it only just. */
const soundSpecs: readonly (readonly [title: string, yaml: string])[] = [
  ['an empty selector', 'selector: {}'],
  ['null and empty lists', 'env:\nenvFrom: []\nvolumes: null\nvolumeMounts: []\ncontainers:'],
  ['null fields of entries', 'env: [{name: A, value: , valueFrom: }]\nvolumes: [{name: v, emptyDir: }]'],
  ['null conditions of a selector', 'selector: {matchLabels: , matchExpressions: }'],
  ['an empty label value', "selector: {matchLabels: {role: ''}}"],
  ['a label key with a prefix', 'selector: {matchLabels: {app.kubernetes.io/name: web_1.A}}'],
  [
    'all operators',
    `
      selector:
        matchExpressions:
          - {key: a, operator: In, values: [x]}
          - {key: b, operator: NotIn, values: [x, y]}
          - {key: c, operator: Exists}
          - {key: d, operator: DoesNotExist, values: []}
          - {key: e, operator: Exists, values: }
    `,
  ],
  ['a service of 63 characters', `service: ${'a'.repeat(63)}`],
  ['container names and globs', "containers: [web, 'sidecar-*']"],
  ['values that are no strings', 'env: [{name: A, value: 6379}, {name: B, value: true}, {name: C, value: 0.5}]'],
  ['a variable name by the relaxed rule', "env: [{name: '1 + 1 -> two!'}]"],
  ['an empty value beside valueFrom', "env: [{name: A, value: '', valueFrom: {secretKeyRef: {name: s, key: k}}}]"],
  [
    'all sources of a variable',
    `
      env:
        - {name: A, valueFrom: {configMapKeyRef: {name: c.d, key: my_key.txt, optional: true}}}
        - {name: B, valueFrom: {secretKeyRef: {name: s, key: .k, optional: false}, configMapKeyRef: }}
        - {name: C, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: "metadata.labels['app.kubernetes.io/name']"}}}
        - {name: D, valueFrom: {resourceFieldRef: {containerName: web, resource: limits.hugepages-2Mi, divisor: 1Mi}}}
        - {name: E, valueFrom: {resourceFieldRef: {resource: requests.ephemeral-storage, divisor: 1}}}
        - {name: F, valueFrom: {fileKeyRef: {volumeName: v, path: a/b.env, key: K, optional: true}}}
        - {name: G, valueFrom: {configData: {configDataName: d, key: number_of_members, optional: true}}}
    `,
  ],
  [
    'all sources of variables',
    `
      envFrom:
        - {configMapRef: {name: c, optional: true}}
        - {prefix: DB_, secretRef: {name: s}}
        - {prefix: '', configMap: {name: c, optional: true}}
        - {configData: {configDataName: d, optional: true}}
        - {configDataRef: {name: d}, secretRef: }
    `,
  ],
  [
    'all sources of volumes',
    `
      volumes:
        - {name: a}
        - {name: b, configMap: {name: c, defaultMode: 420, optional: true, items: [{key: k, path: d/.k, mode: 0}]}}
        - {name: c, secret: {secretName: s, defaultMode: 511, items: }}
        - {name: d, configData: {configDataName: d, items: [{key: k, path: ' '}], defaultMode: 256, optional: false}}
        - {name: e, emptyDir: {medium: Memory, sizeLimit: 1.5Gi}}
        - {name: f, emptyDir: {medium: '', sizeLimit: 1e9}}
        - {name: g, persistentVolumeClaim: {claimName: c, readOnly: true}}
        - {name: h, hostPath: {path: /var/run/a..b, type: ''}}
        - {name: i, csi: {driver: CSI.example.com, readOnly: true, fsType: ext4, volumeAttributes: {a: b}, nodePublishSecretRef: {name: s}}}
        - {name: j, image: {reference: 'a/b:1', pullPolicy: IfNotPresent}}
        - {name: k, nfs: {server: 10.0.0.1, path: /, readOnly: true}}
        - {name: l, downwardAPI: {defaultMode: 420, items: [{path: l, mode: 292, fieldRef: {fieldPath: metadata.labels}}]}}
        - {name: m, rbd: {monitors: [a]}}
        - name: n
          ephemeral:
            volumeClaimTemplate:
              metadata: {labels: {a: b}}
              spec:
                accessModes: [ReadWriteOnce]
                storageClassName: fast
                selector: {matchLabels: {a: b}}
                dataSourceRef: {apiGroup: a.b, kind: K, name: n, namespace: x}
                resources: {requests: {storage: 1Gi}, limits: {storage: 2Gi}}
        - name: o
          projected:
            defaultMode: 288
            sources:
              - {secret: {name: s, optional: true, items: [{key: k, path: p}]}}
              - {configMap: {name: c}}
              - {downwardAPI: {items: [{path: c, resourceFieldRef: {containerName: web, resource: limits.cpu}}]}}
              - {serviceAccountToken: {path: token, audience: vault, expirationSeconds: 600}}
              - {clusterTrustBundle: {path: ca.pem, signerName: a.b/c, labelSelector: {}, optional: true}}
              - {podCertificate: {signerName: a.b/c, keyType: ED25519, credentialBundlePath: p, userAnnotations: {a.b/c: d}}}
    `,
  ],
  [
    'all fields of mounts',
    `
      volumeMounts:
        - {name: v, mountPath: /a/, readOnly: true, recursiveReadOnly: Enabled, mountPropagation: None, subPath: a..b/c}
        - {name: v, mountPath: 'C:\\data', subPath: '', subPathExpr: $(POD)/x}
        - {name: v, mountPath: relative, recursiveReadOnly: Disabled, mountPropagation: Bidirectional}
    `,
  ],
];

/** The policies of the proposal's two worked examples, with the indentation that its text lost. */
const workedExamples = [
  ['the simple pod', 'role: frontend'],
  ['the replica set', 'tier: frontend'],
].map(([title, label]) => [
  title,
  `
    kind: ServiceInjectionPolicy
    apiVersion: extensions/v1beta1
    metadata:
      name: allow-database
      namespace: myns
    spec:
      service: db
      selector:
        matchLabels:
          ${label}
      env:
        - name: DB_PORT
          value: 6379
      volumeMounts:
        - mountPath: /cache
          name: cache-volume
      volumes:
        - name: cache-volume
          emptyDir: {}
  `,
]) as [string, string][];

describe('policyProblems', () => {
  for (const [part, rows] of Object.entries(specRows)) {
    describe(part, () => {
      it.each(rows)('%s', (_, spec, problems) => expect(problemsOf(policyWith(spec))).toEqual(problems));
    });
  }

  describe('of the whole', () => {
    it.each(policyRows)('%s', (_, policy, problems) => expect(problemsOf(policy)).toEqual(problems));
  });

  describe('none for', () => {
    it.each(soundSpecs)('%s', (_, spec) => expect(problemsOf(policyWith(spec))).toEqual([]));
    it.each(workedExamples)('the worked example of %s', (_, policy) => expect(problemsOf(policy)).toEqual([]));
    it('metadata of any kind', () => {
      const metadata = '{name: a.b, namespace: shop, labels: {a: b}, annotations: {a/b: c}, uid: x, finalizers: []}';
      expect(problemsOf(`${header}metadata: ${metadata}\nspec: {selector: {}}`)).toEqual([]);
    });
  });

  it('takes one line for every problem, whatever was found', () => {
    const nasty = ['a\nb', 'a\r\nb', 'a\u2028b', 'a\u0085b', '\ud800', '\u0000'];
    const spec = { selector: { matchLabels: Object.fromEntries(nasty.map((text) => [text, text])) }, env: nasty };
    const problems = policyProblems({ spec, ...Object.fromEntries(nasty.map((text) => [text, text])) });
    expect(problems.length).toBeGreaterThan(4 * nasty.length);
    for (const { path, message } of problems) expect(path + message).toMatch(/^[ -~…]+$/);
  });

  it('treats __proto__ as a key like any other', () => {
    expect(problemsOf(policyWith('__proto__: {selector: }\nenv: [{name: A, __proto__: 1}]'))).toEqual([
      'warning at spec.__proto__: unknown field "__proto__"; known here: service, selector, env, envFrom, volumes, volumeMounts and containers',
      'warning at spec.env[0].__proto__: unknown field "__proto__"; known here: name, value and valueFrom',
    ]);
  });

  it.each([
    ['own', 'of the policy', 'status: {}\nspec: {selector: {}}', 'status'],
    ['own', 'of the spec', 'spec: {selector: {}, evn: []}', 'spec.evn'],
    [
      'own',
      'of a reference to a ConfigData',
      'spec: {selector: {}, env: [{name: A, valueFrom: {configData: {configDataName: c, key: k, name: c}}}]}',
      'spec.env[0].valueFrom.configData.name',
    ],
    [
      'own',
      'of a volume from a ConfigData',
      'spec: {selector: {}, volumes: [{name: v, configData: {configDataName: c, mode: 1}}]}',
      'spec.volumes[0].configData.mode',
    ],
    ['kubernetes', 'of the selector', 'spec: {selector: {matchLabels: {}, labels: {}}}', 'spec.selector.labels'],
    ['kubernetes', 'of a variable', 'spec: {selector: {}, env: [{name: A, vlaue: b}]}', 'spec.env[0].vlaue'],
    [
      'kubernetes',
      'beside a reference to a ConfigData',
      'spec: {selector: {}, env: [{name: A, valueFrom: {configData: {configDataName: c, key: k}, key: k}}]}',
      'spec.env[0].valueFrom.key',
    ],
    [
      'kubernetes',
      'of a key and its file, in a volume from a ConfigData',
      'spec: {selector: {}, volumes: [{name: v, configData: {configDataName: c, items: [{key: k, path: p, name: n}]}}]}',
      'spec.volumes[0].configData.items[0].name',
    ],
  ])('says %s of an unknown field %s', (origin, _, fields, path) => {
    const problems = policyProblems(parse(`${header}metadata: {name: p}\n${fields}`));
    expect(problems).toMatchObject([{ severity: 'warning', path, origin }]);
    expect(fieldPath(problems[0]?.place ?? [])).toBe(path);
  });

  it('says nothing of the origin of anything but an unknown field', () => {
    const problems = policyProblems(parse(policyWith('env: [{name: 5}, {}]\nvolumes: {}')));
    expect(problems.map((problem) => 'origin' in problem)).toEqual([false, false, false]);
  });

  it('leaves the policy as it was', () => {
    const policy: unknown = parse(policyWith('env: [{name: A, value: , vlaue: b}]'));
    const before = structuredClone(policy);
    policyProblems(policy);
    expect(policy).toEqual(before);
  });
});

describe.each([
  ['policy.schema.json', policySchema, /\.$/],
  ['pod-definitions.json', podDefinitions, /\w/],
])('%s', (_file, file, sentence) => {
  const schemas = [...schemasIn(file, '#')];

  it.each(schemas.filter(([at, schema]) => wordless(schema) && !/\/(if|not)\b/.test(at)))(
    'has words at %s',
    (_, schema) => {
      expect(schema).toHaveProperty('x-expected', expect.stringMatching(/^[ -~]+$/));
    },
  );

  it.each(schemas.filter(([at]) => /\/properties\/[^/]+$/.test(at) && !/\/(if|then|oneOf|anyOf)\b/.test(at)))(
    'describes %s',
    (_, schema) => expect(schema).toHaveProperty('description', expect.stringMatching(sentence)),
  );

  it.each(schemas.filter(([, schema]) => '$ref' in schema))('has what %s refers to', (_, { $ref }) => {
    const names = Object.keys(podDefinitions.definitions);
    const prefix = file === podDefinitions ? '#' : 'pod-definitions.json#';
    expect(names.map((name) => `${prefix}/definitions/${name}`)).toContain($ref);
  });
});

const header = 'apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1\nkind: ServiceInjectionPolicy\n';

/** A policy with this spec, which selects everything unless it starts with a selector of its own. */
function policyWith(spec: string): string {
  const text = dedent(spec);
  const fields = text.startsWith('selector:') ? text : `selector: {}\n${text}`;
  return `${header}metadata: {name: p}\nspec:\n${fields.replaceAll(/^/gm, '  ')}`;
}

/** Without the indentation of its first line and the blank lines around it. */
function dedent(text: string): string {
  const lines = text.replaceAll(/^\s*\n|\s+$/g, '');
  return lines.replaceAll(new RegExp(`^${/^ */.exec(lines)?.[0]}`, 'gm'), '');
}

function problemsOf(yaml: string): string[] {
  return policyProblems(parse(dedent(yaml))).map(({ severity, path, message }) => {
    return `${severity === 'warning' ? 'warning at ' : ''}${path}: ${message}`;
  });
}

/** Every schema in the schema, with its JSON pointer. */
function* schemasIn(value: unknown, at: string): Iterable<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  const isSchema = !Array.isArray(value) && !/\/(properties|definitions)$/.test(at);
  if (isSchema) yield [at, value as Record<string, unknown>];
  for (const [key, child] of Object.entries(value)) yield* schemasIn(child, `${at}/${key}`);
}

/** Whether its keywords alone give no words that a user understands. */
function wordless(schema: Record<string, unknown>): boolean {
  const wordy = ['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'const'];
  return wordy.some((keyword) => keyword in schema) || (Array.isArray(schema['type']) && !('$ref' in schema));
}
