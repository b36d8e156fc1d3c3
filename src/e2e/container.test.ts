/** The image under podman, as kpt and kustomize start it. What it writes is what the program for Node writes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildImage, IMAGE, removeImage, runWithPodman } from './container-image.ts';
import { fixtureFolder } from '../testing/fixtures.ts';
import { describeWith, FIXTURES, PROGRAM, runProgram, type Run } from './tools.ts';

const KPT = ['-i', '--network=none', '--user=nobody', '--security-opt=no-new-privileges'];
const KUSTOMIZE = [...KPT, '-a=STDIN', '-a=STDOUT', '-a=STDERR', '-e=LOG_TO_STDERR=true', '-e=STRUCTURED_RESULTS=true'];

describeWith('podman', 'the image', () => {
  beforeAll(buildImage, 600_000);
  afterAll(removeImage);

  function podman(args: readonly string[], input?: string): Run {
    return runWithPodman('podman', args, FIXTURES, input);
  }

  function run(options: readonly string[], args: readonly string[] = [], input?: string): Run {
    return podman(['run', '--rm', ...options, IMAGE, ...args], input);
  }

  const inputOf = (fixture: string): string => readFileSync(join(fixtureFolder(fixture), 'input.yaml'), 'utf8');

  test.each([
    ['every-kind-of-workload', 0],
    ['replica-set-of-the-proposal', 0],
    ['env-conflict-is-an-error', 1],
    ['alias-without-an-anchor', 2],
  ])('%s: standard output, standard error and exit code %d are those of the program for Node', (fixture, exitCode) => {
    const input = inputOf(fixture);
    const expected = runProgram(PROGRAM, [], { input });
    expect(expected.exitCode).toBe(exitCode);
    expect(run(KPT, [], input), 'as kpt starts it').toEqual(expected);
    expect(run(KUSTOMIZE, [], input), 'as kustomize starts it').toEqual(expected);
  });

  test.each([
    ['a file system that takes nothing, not even temporary files', ['--read-only', '--read-only-tmpfs=false']],
    ['no capabilities', ['--cap-drop=all']],
    ['64 MiB of memory', ['--memory=64m']],
    ['a user whom the image does not know, without a home', ['--user=4711:4711', '--env=HOME=/nonexistent']],
    [
      'all of that',
      [
        ...['--read-only', '--read-only-tmpfs=false', '--cap-drop=all', '--memory=64m', '--user=4711:4711'],
        ...['--security-opt=no-new-privileges', '--env=HOME=/nonexistent'],
      ],
    ],
  ])('runs with %s', (_, options) => {
    const input = inputOf('every-kind-of-workload');
    const expected = runProgram(PROGRAM, [], { input });
    expect(run(['-i', '--network=none', ...options], [], input)).toEqual(expected);
  });

  test('passes arguments on, with input and without', () => {
    const input = inputOf('env-conflict-is-an-error');
    const keep = ['--conflicts', 'keep'];
    expect(run(KPT, keep, input)).toEqual(runProgram(PROGRAM, keep, { input }));
    expect(run([], ['--help'])).toEqual(runProgram(PROGRAM, ['--help']));
    expect(run([], ['--version'])).toEqual(runProgram(PROGRAM, ['--version']));
    expect(run(KPT, ['--conflict', 'keep'], input)).toMatchObject({ exitCode: 2, stdout: '' });
  });

  test('fails on empty input and without -i, since empty output would have kpt delete the package', () => {
    for (const found of [run(KPT, [], ''), run([])]) {
      expect(found).toMatchObject({ exitCode: 2, stdout: '' });
      expect(found.stderr).toContain('expected a ResourceList, a List or Kubernetes objects on standard input');
    }
  });

  test('works on the files of a folder that is mounted', () => {
    const mounted = ['--network=none', `--volume=${join(FIXTURES, 'example')}:/package:ro`, '--workdir=/package'];
    const found = run(mounted, ['--diff', '.']);
    expect(found).toEqual(runProgram(PROGRAM, ['--diff', '.'], { cwd: join(FIXTURES, 'example') }));
    expect(found.stdout).toContain('+++ ');
  });

  test('starts the program itself, as nobody, and says what it is', () => {
    const [{ Config: config }] = JSON.parse(podman(['image', 'inspect', IMAGE]).stdout);
    expect(config).toMatchObject({ User: '65534:65534', Entrypoint: ['/usr/local/bin/inject-services'] });
    expect(config.Cmd ?? []).toEqual([]);
    expect(config.Labels).toMatchObject({
      'org.opencontainers.image.title': 'inject-services',
      'org.opencontainers.image.licenses': 'Apache-2.0',
    });
  });

  test('holds the executable and the licenses of what is in it, and nothing of what built it', () => {
    const container = podman(['create', IMAGE]).stdout.trim();
    const listed = runWithPodman('sh', ['-c', `podman export ${container} | tar -t`], FIXTURES).stdout;
    podman(['rm', container]);
    const ours = listed.split('\n').filter((path) => /^(usr|build|app)\/.*[^/]$/.test(path));
    expect(ours.toSorted()).toEqual([
      'usr/local/bin/inject-services',
      'usr/share/doc/inject-services/LICENSE',
      'usr/share/doc/inject-services/third-party-licenses.txt',
    ]);
  });
});
