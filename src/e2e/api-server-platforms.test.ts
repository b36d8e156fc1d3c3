/**
 * The manifests of docs/platforms are what their platforms expect: an API server that has the platforms' own
 * CustomResourceDefinitions takes them, and takes them no longer with a field that they do not have.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { apiServerIn } from './api-server.ts';
import { askersOf } from './ask.ts';
import { part, type Json } from './json.ts';
import { MANIFESTS } from './manifests.ts';
import { objectsIn, type SentObject } from './objects.ts';
import { describeWith, FIXTURES, temporaryFolder } from './tools.ts';

/** What .ci/install-api-server has put there. */
const DEFINITIONS = join(FIXTURES, '../.tools/definitions');

/** A patch, which is no object by itself. */
const PATCH = 'argo-cd-repo-server.yaml';

const objects = readdirSync(MANIFESTS)
  .filter((file) => file !== PATCH)
  .flatMap((file) => objectsIn(readFileSync(join(MANIFESTS, file))).map((object) => ({ file, object })))
  .map(({ file, object }) => ({ title: `the ${String(object.value['kind'])} in ${file}`, object }));

describeWith('kube-apiserver', 'kube-apiserver with the definitions of platforms', () => {
  const server = apiServerIn(temporaryFolder());
  const { create } = askersOf(server);
  beforeAll(async () => {
    for (const file of readdirSync(DEFINITIONS)) await define(readFileSync(join(DEFINITIONS, file), 'utf8'));
  });

  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

  async function define(text: string): Promise<void> {
    const { status, body } = await server.send('POST', path, text);
    expect(status, String(body['message'])).toBe(201);
    const name = String(part(body, 'metadata.name'));
    for (let tries = 0; tries < 120; tries++) {
      const conditions = part((await server.send('GET', `${path}/${name}`)).body, 'status.conditions') as Json[];
      if (conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True')) return;
      await sleep(250);
    }
    throw new Error(`${name} is not established`);
  }

  test('these are the manifests', () => {
    expect(objects.map(({ title }) => title)).toEqual([
      'the ConfigMap in argo-cd.yaml',
      'the WorkflowTemplate in argo-workflows.yaml',
      'the Job in kubernetes-job.yaml',
      'the PackageVariant in porch.yaml',
      'the PackageVariantSet in porch.yaml',
      'the Task in tekton.yaml',
      'the Task in tekton.yaml',
      'the Pipeline in tekton.yaml',
      'the PipelineRun in tekton.yaml',
    ]);
  });

  test.each(objects)('$title is taken', async ({ object }) => {
    const answer = await create(object);
    expect(answer?.status, String(answer?.body['message'])).toBe(201);
  });

  test.each(objects)('$title is refused with an unknown field', async ({ object: { value } }) => {
    const field = 'spec' in value ? 'spec' : 'metadata';
    const changed: Json = { ...value, [field]: { ...(value[field] as Json), nonsense: true } };
    const answer = await create({ value: changed, text: JSON.stringify(changed) } satisfies SentObject);
    expect(answer?.status).toBe(400);
    expect(String(answer?.body['message'])).toContain('nonsense');
  });

  test('the patch of the repo server is taken', async () => {
    const base = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'argocd-repo-server' },
      spec: {
        selector: { matchLabels: { app: 'argocd-repo-server' } },
        template: {
          metadata: { labels: { app: 'argocd-repo-server' } },
          spec: {
            containers: [{ name: 'argocd-repo-server', image: 'argocd' }],
            volumes: ['var-files', 'plugins'].map((name) => ({ name, emptyDir: {} })),
          },
        },
      },
    };
    const [patch] = objectsIn(readFileSync(join(MANIFESTS, PATCH)));
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    expect((await server.send('POST', deployments, JSON.stringify(base))).status).toBe(201);
    const { status, body } = await server.send(
      'PATCH',
      `${deployments}/argocd-repo-server?dryRun=All&fieldValidation=Strict`,
      JSON.stringify(patch?.value),
      'application/strategic-merge-patch+json',
    );
    expect(status, String(body['message'])).toBe(200);
    const containers = part(body, 'spec.template.spec.containers') as readonly Json[];
    expect(containers.map(({ name }) => name)).toEqual(['inject-services', 'argocd-repo-server']);
  });
});
