import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A server that answers what an update asks, in a few lines; `planted` is put before it listens. */
const server = (planted: string) => `
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));
const stage = process.env.UPDATE_STAGE;
const database = process.env.DATA_DIR + '/circuit-tree.sqlite';
let answers = true;
const page = readFileSync(new URL('../dist/index.html', import.meta.url), 'utf8');
${planted}
const server = createServer((request, response) => {
  if (!answers) return;
  const isPage = request.url === '/';
  const type = isPage ? 'text/html' : request.url.endsWith('.js') ? 'text/javascript' : 'application/json';
  response.setHeader('Content-Type', type);
  response.end(isPage ? page : JSON.stringify({ status: 'ok', version, stage, reasons: [], valid: true }));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => {
  process.send?.({ listens: 'http://127.0.0.1:' + server.address().port });
});
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
`;

/** Faults of bad releases, by name: each is done before the server listens. */
const PLANTS = {
  good: '',
  'page throws': '',
  'page lacks a style': '',
  'does not start': 'process.exit(1);',
  'loses albums': "new DatabaseSync(database).exec('delete from albums');",
  'ends after a while, once it serves': "if (stage === 'watched') setTimeout(() => process.exit(7), 300);",
  'loses albums, once it serves': "if (stage === 'watched') new DatabaseSync(database).exec('delete from albums');",
  'answers no more, once it serves': "if (stage === 'watched') setTimeout(() => (answers = false), 300);",
} as const;
function page(plant: Plant): string {
  if (plant === 'page lacks a style') return '<link rel="stylesheet" href="/gone.css"><p>page</p>';
  return plant === 'page throws' ? '<script type="module" src="/main.js"></script>' : '<p>page</p>';
}

export type Plant = keyof typeof PLANTS;

/** The build of each release notes with which environment it ran, also where one that is refused leaves it. */
const BUILD = `import { writeFileSync } from 'node:fs';
for (const folder of ['dist', process.env.TMPDIR])
  if (folder) writeFileSync(folder + '/build-environment.json', JSON.stringify(process.env));
`;

/** Runs git in a folder, and returns its output. */
export function git(root: string, ...parameters: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'gpg.format=ssh'];
  const options = { cwd: root, encoding: 'utf8' as const };
  return execFileSync('git', [...identity, ...parameters], options).trim();
}

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAM = ['server', 'src/contract', 'src/domain', 'package.json'];

/** A copy of this checkout's server in a git repository of its own, whose tags are not those of this checkout. */
export function makeInstallation(root: string): void {
  mkdirSync(root, { recursive: true });
  git(root, 'init', '--quiet');
  for (const name of PROGRAM) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
}

/** Makes a key for signatures, and returns its file with the line for a file of allowed signers. */
export function makeSigner(file: string, principal: string): { key: string; allowed: string } {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', principal, '-f', file]);
  const [type = '', key = ''] = readFileSync(`${file}.pub`, 'utf8').split(' ');
  return { key: file, allowed: `${principal} namespaces="git" ${type} ${key}\n` };
}

/** A git repository with a release a version, whose build does nothing. */
export function makeReleases(root: string, releases: Record<string, Plant>): void {
  mkdirSync(root, { recursive: true });
  git(root, 'init', '--quiet');
  for (const [version, plant] of Object.entries(releases)) {
    const files = {
      'package.json': JSON.stringify({ version, type: 'module' }),
      'CHANGELOG.md': `# Changelog\n\n## ${version} – 2026-01-31\n\n- It is ${plant}.\n`,
      'scripts/prepare.mjs': BUILD,
      'dist/index.html': page(plant),
      'dist/main.js': "throw new Error('planted');\n",
      'server/main.ts': `// @ts-nocheck\n${server(PLANTS[plant])}`,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message', version);
    git(root, 'tag', `v${version}`);
  }
}
