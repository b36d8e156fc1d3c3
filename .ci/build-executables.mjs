// Standalone executables of the program, for machines without Node and for images: bun's runtime and dist/inject-services.cjs, with
// what that loads, in one file each. They start sooner than Node does.
//
//   npm run build:executables                all of them
//   npm run build:executables -- linux-x64   only this one
//
// They and their SHA256SUMS go to dist/executables. Any platform of the table builds for all of them; the same bundle gives the same
// bytes. bun is fetched from the npm registry into .tools when this runs and not before: who installs the package never needs it.
//
// The runtime still heeds BUN_OPTIONS and BUN_BE_BUN, as Node does NODE_OPTIONS: with either, whoever sets the environment of a
// process decides what it runs. kpt and kustomize pass neither on to containers.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));

const BUN_VERSION = '1.4.5';

/** Of each target: its bun in the npm registry and the checksum of that package, so that nothing else can get into an executable. */
const TARGETS = {
  'linux-x64': {
    package: '@oven/bun-linux-x64',
    sha512: 'IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
  },
  'linux-arm64': {
    package: '@oven/bun-linux-aarch64',
    sha512: '4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  },
  'darwin-arm64': {
    package: '@oven/bun-darwin-aarch64',
    sha512: '4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
  },
  'windows-x64': {
    package: '@oven/bun-windows-x64',
    sha512: 'FNvply651vcE/GHgNWz6mZvhmkwBuu8Hw54oNzA+CQog+HW+542rXQmZqNHRkFxazD9L3xi+iTtvO3engAgJfw==',
    suffix: '.exe',
  },
};

const BUNDLE = 'dist/inject-services.cjs';
const FOLDER = 'dist/executables';

const asked = process.argv.slice(2);
const unknown = asked.find((target) => !(target in TARGETS));
if (unknown !== undefined) fail(`expected one of ${Object.keys(TARGETS).join(', ')}, found ${unknown}`);
if (!existsSync(BUNDLE)) fail(`expected ${BUNDLE}: run npm run build first`);

mkdirSync(FOLDER, { recursive: true });
for (const target of asked.length > 0 ? asked : Object.keys(TARGETS)) compile(target);
writeFileSync(join(FOLDER, 'third-party-licenses.txt'), licenses());
writeChecksums();

function compile(target) {
  const outfile = join(FOLDER, `inject-services-${target}${TARGETS[target].suffix ?? ''}`);
  const [platform, machine] = [process.platform === 'win32' ? 'windows' : process.platform, process.arch];
  // prettier-ignore
  execFileSync(fetchBun(`${platform}-${machine}`), [
    'build', '--compile', `--target=bun-${target}`, `--compile-executable-path=${fetchBun(target)}`,
    // Compiled ahead, the program starts a third sooner than from its source.
    '--bytecode',
    // Most runs are over before optimizing their code pays: it has to run three times as often first. 100 MB take as long as before.
    '--compile-jit-policy=3',
    // What lies in the folder in which somebody runs the program is no configuration of it.
    '--no-compile-autoload-dotenv', '--no-compile-autoload-bunfig', '--no-compile-autoload-package-json', '--no-compile-autoload-tsconfig',
    BUNDLE, '--outfile', outfile,
  ], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.stdout.write(`${outfile}\n`);
}

/** The path of a target's bun. */
function fetchBun(target) {
  if (!(target in TARGETS))
    fail(`expected a machine that is one of ${Object.keys(TARGETS).join(', ')}, found ${target}`);
  const { package: name, sha512, suffix = '' } = TARGETS[target];
  const folder = join('.tools/bun', BUN_VERSION, target);
  const executable = join(folder, 'package/bin', `bun${suffix}`);
  if (existsSync(executable)) return executable;
  // Under another name until it is whole: an interrupted run must leave nothing that looks like it.
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const packed = ['pack', '--silent', '--pack-destination', partial, `${name}@${BUN_VERSION}`];
  // A shell, because npm is a .cmd on Windows; nothing of the arguments comes from outside.
  const archive = execFileSync(`npm ${packed.join(' ')}`, { shell: true, encoding: 'utf8' }).trim();
  const found = createHash('sha512')
    .update(readFileSync(join(partial, archive)))
    .digest('base64');
  if (found !== sha512) fail(`${name}@${BUN_VERSION}: expected the sha512 ${sha512}, found ${found}`);
  execFileSync('tar', ['-xzf', archive], { cwd: partial });
  rmSync(join(partial, archive));
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
  return executable;
}

function licenses() {
  const separator = `\n${'-'.repeat(80)}\n\n`;
  return `${readFileSync('dist/third-party-licenses.txt', 'utf8')}${separator}bun

The standalone executables contain the runtime of Bun ${BUN_VERSION}, which is under the MIT license and links libraries under
licenses of their own; https://github.com/oven-sh/bun/blob/bun-v${BUN_VERSION}/LICENSE.md lists them. One of them is JavaScriptCore
of WebKit (LGPL 2), whose source in the form that Bun uses is at https://github.com/oven-sh/WebKit. To use an executable with a
changed runtime, build that runtime as Bun's license file says, and put the program into it, from its source or from the npm
package, with bun build --compile --compile-executable-path=<runtime> inject-services.cjs.
`;
}

/** In the form that sha256sum --check reads. */
function writeChecksums() {
  const names = readdirSync(FOLDER)
    .filter((name) => name.startsWith('inject-services-'))
    .toSorted();
  const lines = names.map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(FOLDER, name)))
      .digest('hex');
    return `${sum}  ${name}\n`;
  });
  writeFileSync(join(FOLDER, 'SHA256SUMS'), lines.join(''));
}

function fail(message) {
  process.stderr.write(`build-executables: ${message}\n`);
  process.exit(1);
}
