/**
 * Makes packages to measure with: what a real one holds, in the same order and the same bytes for the same options.
 * Of the bytes about 65 % are CustomResourceDefinitions, 20 % ConfigMaps, 10 % workloads and 5 % Services and RBAC.
 */
import { Random } from './random.ts';
import { configMap, customResourceDefinition, rbac, service } from './sample-objects.ts';
import { workload, type SampleWorkload } from './sample-workloads.ts';

export interface PackageOptions {
  /** The size to reach, give or take the last object. */
  readonly bytes: number;
  /** Share of the pod templates that the policies select, from 0 to 1; above 0 at least the first one is selected. */
  readonly matching: number;
  readonly form: 'ResourceList' | 'stream';
  readonly content: 'mix' | 'Deployments';
  /** Whether workloads are written with a tag, which is rare, so that only a complete reader of YAML understands them. */
  readonly tagged: boolean;
  readonly seed: number;
}

/** What a package holds, and with it what a correct program makes of it. */
export interface PackageFacts {
  readonly templates: number;
  /** The templates that the policies select, and the containers in them. */
  readonly matchingTemplates: number;
  readonly matchingContainers: number;
}

/** What every injected template and every injected container shows in the output, once each. */
export const INJECTED_TEMPLATE = 'serviceinjectionpolicy.k8s.io/database: ';
export const INJECTED_CONTAINER = 'name: DATABASE_HOST';

/** Of the bytes. Workloads come first, so that the smallest package has one. */
const SHARES = { workload: 0.1, crd: 0.65, configMap: 0.2, other: 0.05 } as const;
type Group = keyof typeof SHARES;
const GROUPS = Object.keys(SHARES) as Group[];

/** Gives a package to `write`, piece by piece, so that it may be larger than memory. */
export function generatePackage(options: PackageOptions, write: (text: string) => void): PackageFacts {
  const { bytes, matching, form, content } = options;
  const random = new Random(options.seed);
  const written: Record<Group, number> = { workload: 0, crd: 0, configMap: 0, other: 0 };
  const put = (text: string): number => {
    write(text);
    return text.length;
  };
  const putObject = (text: string): number => put(form === 'stream' ? `---\n${text}` : asItem(text));

  const policies = POLICIES.join('').length;
  let size = policies;
  if (form === 'ResourceList') size += put('apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n');
  let [templates, matchingTemplates, matchingContainers] = [0, 0, 0];
  for (let index = 0; size < bytes; index++) {
    // Whatever lags furthest behind its share comes next. Small packages have small objects.
    const lag = (group: Group): number => written[group] / SHARES[group];
    const group = content === 'mix' ? GROUPS.reduce((a, b) => (lag(b) < lag(a) ? b : a)) : 'workload';
    const room = Math.min((bytes - policies) * SHARES[group], bytes - size);
    let text: string;
    if (group === 'workload') {
      const matches = Math.ceil((templates + 1) * matching) > Math.ceil(templates * matching);
      const kind = content === 'mix' ? undefined : 'Deployment';
      const sample: SampleWorkload = workload(random, index, { kind, matches, tagged: options.tagged });
      templates++;
      matchingTemplates += Number(matches);
      matchingContainers += matches ? sample.containers : 0;
      text = sample.text;
    } else if (group === 'crd')
      text = customResourceDefinition(random, index, Math.min(room, random.between(4_000, 40_000)));
    else if (group === 'configMap') text = configMap(random, index, Math.min(room, random.between(500, 12_000)));
    else text = random.pick([service, rbac])(random, index);
    const length = putObject(text);
    written[group] += length;
    size += length;
  }
  // Last, where a program that reads its input only once would not find them.
  for (const policy of POLICIES) putObject(policy);
  return { templates, matchingTemplates, matchingContainers };
}

/** An item in the compact style, in which kpt and kustomize write lists; a comment at its top comes before the dash. */
function asItem(text: string): string {
  const comment = /^(#.*\n)*/.exec(text)?.[0] ?? '';
  return `${comment}- ${text
    .slice(comment.length)
    .trimEnd()
    .replaceAll(/\n(?!\n)/g, '\n  ')}\n`;
}

/** Two policies that select the same templates, one by labels and one by an expression. */
const POLICIES = [
  `apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
kind: ServiceInjectionPolicy
metadata:
  name: allow-database
  namespace: shop
  annotations:
    config.kubernetes.io/local-config: "true"
    config.kubernetes.io/index: '0'
    config.kubernetes.io/path: 'policies/database.yaml'
    internal.config.kubernetes.io/index: '0'
    internal.config.kubernetes.io/path: 'policies/database.yaml'
spec:
  service: database
  selector:
    matchLabels:
      role: frontend
  env:
  - name: DATABASE_HOST
    value: database.shop.svc
  - name: DATABASE_PORT
    value: "5432"
  - name: DATABASE_PASSWORD
    valueFrom:
      secretKeyRef:
        name: database-credentials
        key: password
  volumes:
  - name: database-tls
    secret:
      secretName: database-tls
      items:
      - key: ca.crt
        path: ca.crt
  volumeMounts:
  - name: database-tls
    mountPath: /etc/database/tls
    readOnly: true
`,
  `apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
kind: ServiceInjectionPolicy
metadata:
  name: allow-cache
  annotations:
    config.kubernetes.io/local-config: "true"
    config.kubernetes.io/index: '0'
    config.kubernetes.io/path: 'policies/cache.yaml'
    internal.config.kubernetes.io/index: '0'
    internal.config.kubernetes.io/path: 'policies/cache.yaml'
spec:
  service: cache
  selector:
    matchExpressions:
    - key: role
      operator: In
      values: [frontend, storefront]
  env:
  - name: CACHE_URL
    value: redis://cache.shop.svc:6379
  envFrom:
  - configMapRef:
      name: cache-settings
`,
];
