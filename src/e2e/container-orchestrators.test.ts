/** kpt and kustomize that run the image. Whatever they are asked, they get from it what they get from the program for Node. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildImage, IMAGE, removeImage, runWithPodman } from './container-image.ts';
import { copyOf, describeWith, filesOf, FIXTURES, PROGRAM, temporaryFolder, type Run } from './tools.ts';

const CONTAINER = `container: {image: ${IMAGE}}`;
const EXEC = `exec: {path: ${PROGRAM}}`;

const CONFLICTING = `apiVersion: serviceinjectionpolicy.k8s.io/v1alpha1
kind: ServiceInjectionPolicy
metadata:
  name: other-database
  namespace: shop
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  selector: {}
  env:
    - name: DB_HOST
      value: elsewhere
`;

describeWith('podman', 'orchestrators with the image', () => {
  const work = temporaryFolder();
  beforeAll(buildImage, 600_000);
  afterAll(removeImage);

  let packages = 0;

  /** A new copy of the example, with more files. */
  function packageWith(files: Readonly<Record<string, string>> = {}): string {
    const folder = copyOf(join(FIXTURES, 'example'), join(work, `package-${packages++}`));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  }

  const kptfile = (mutator: string): Readonly<Record<string, string>> => ({
    Kptfile: `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: example\npipeline:\n  mutators:\n    - ${mutator}\n`,
  });

  /** The example's policy, declared as a function itself. */
  function declared(runtime: string): string {
    const policy = readFileSync(join(FIXTURES, 'example/service-injection-policy.yaml'), 'utf8');
    const annotation = `    config.kubernetes.io/function: |\n      ${runtime}\n`;
    return policy.replace('  annotations:\n', (line) => line + annotation);
  }

  /** The files of a package, but for what in them says how the function is run. */
  function filesBut(folder: string, declaration?: string): Readonly<Record<string, string>> {
    const files = Object.entries(filesOf(folder)).filter(([path]) => path !== 'Kptfile');
    return Object.fromEntries(
      files.map(([path, text]) => [path, declaration === undefined ? text : text.replace(declaration, '…')]),
    );
  }

  function succeed(program: string, args: readonly string[], cwd = work): Run {
    const run = runWithPodman(program, args, cwd);
    expect(run.exitCode, run.stdout + run.stderr).toBe(0);
    return run;
  }

  describeWith('kpt', 'kpt', () => {
    const image = [`--image=${IMAGE}`, '--image-pull-policy=Never'];

    test('fn eval --image injects what --exec injects', () => {
      const [original, byImage, byExec] = [packageWith(), packageWith(), packageWith()];
      succeed('kpt', ['fn', 'eval', byImage, ...image]);
      succeed('kpt', ['fn', 'eval', byExec, '--exec', PROGRAM]);
      expect(filesOf(byImage)).toEqual(filesOf(byExec));
      expect(filesOf(byImage)).not.toEqual(filesOf(original));
    });

    test('fn render runs the image as a mutator, with options, as it runs the program', () => {
      const byImage = packageWith({
        ...kptfile(`{image: ${IMAGE}, configMap: {conflicts: keep}}`),
        'o.yaml': CONFLICTING,
      });
      const byExec = packageWith({
        ...kptfile(`{exec: ${PROGRAM}, configMap: {conflicts: keep}}`),
        'o.yaml': CONFLICTING,
      });
      succeed('kpt', ['fn', 'render', byImage, '--image-pull-policy=Never']);
      succeed('kpt', ['fn', 'render', byExec, '--allow-exec']);
      expect(filesBut(byImage)).toEqual(filesBut(byExec));
      expect(JSON.stringify(filesOf(byImage))).toContain('serviceinjectionpolicy.k8s.io/db');
    });

    test('a failing render leaves the files alone and shows why', () => {
      const folder = packageWith({ ...kptfile(`image: ${IMAGE}`), 'other.yaml': CONFLICTING });
      const before = filesOf(folder);
      const run = runWithPodman('kpt', ['fn', 'render', folder, '--image-pull-policy=Never'], work);
      expect(run.exitCode).toBe(1);
      expect(run.stderr + run.stdout).toContain('env DB_HOST: policy');
      expect(run.stderr + run.stdout).toContain('Exit code: 1');
      expect(filesOf(folder)).toEqual(before);
    });

    test('fn doc --image prints the help', () => {
      const { stdout } = succeed('kpt', ['fn', 'doc', '--image', IMAGE]);
      expect(stdout.trimEnd()).toBe(succeed(PROGRAM, ['--help']).stdout.trimEnd());
    });
  });

  describeWith('kustomize', 'kustomize', () => {
    test('fn run --image injects what --exec-path injects, with options', () => {
      const [byImage, byExec] = [
        packageWith({ 'other.yaml': CONFLICTING }),
        packageWith({ 'other.yaml': CONFLICTING }),
      ];
      succeed('kustomize', ['fn', 'run', byImage, '--image', IMAGE, '--', 'conflicts=keep']);
      succeed('kustomize', ['fn', 'run', byExec, '--enable-exec', '--exec-path', PROGRAM, '--', 'conflicts=keep']);
      expect(filesOf(byImage)).toEqual(filesOf(byExec));
      expect(JSON.stringify(filesOf(byImage))).toContain('serviceinjectionpolicy.k8s.io/db');
    });

    test('fn run finds the image in the annotation of a policy', () => {
      const [byImage, byExec] = [CONTAINER, EXEC].map((runtime) =>
        packageWith({ 'service-injection-policy.yaml': declared(runtime) }),
      ) as [string, string];
      succeed('kustomize', ['fn', 'run', byImage]);
      succeed('kustomize', ['fn', 'run', byExec, '--enable-exec']);
      expect(filesBut(byImage, CONTAINER)).toEqual(filesBut(byExec, EXEC));
      expect(JSON.stringify(filesOf(byImage))).toContain('serviceinjectionpolicy.k8s.io/db');
    });

    test('build runs the image as a transformer', () => {
      const [byImage, byExec] = [CONTAINER, EXEC].map((runtime) => {
        const folder = packageWith({
          'kustomization.yaml':
            'resources: [deployment.yaml, cronjob.yaml]\ntransformers: [service-injection-policy.yaml]\n',
          'service-injection-policy.yaml': declared(runtime),
        });
        return succeed('kustomize', ['build', '--enable-alpha-plugins', '--enable-exec', folder]).stdout;
      });
      expect(byImage).toBe(byExec);
      expect(byImage).toContain('serviceinjectionpolicy.k8s.io/db');
    });

    test('a conflict fails the build with our message', () => {
      const folder = packageWith({
        'kustomization.yaml':
          'resources: [deployment.yaml, cronjob.yaml, other.yaml]\ntransformers: [service-injection-policy.yaml]\n',
        'service-injection-policy.yaml': declared(CONTAINER),
        'other.yaml': CONFLICTING,
      });
      const run = runWithPodman('kustomize', ['build', '--enable-alpha-plugins', folder], work);
      expect(run).toMatchObject({ exitCode: 1, stdout: '' });
      expect(run.stderr).toContain('env DB_HOST: policy');
    });
  });
});
