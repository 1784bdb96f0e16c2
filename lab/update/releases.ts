import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const BASE = 'base';

/** The code that a bad release runs before its server starts; `DELAY` is drawn from the seed. */
const FAULTS = {
  'does not start': "throw new Error('planted');",
  'migrates wrongly': "database().exec('delete from photos; delete from albums');",
  hangs: 'setTimeout(() => { for (;;); }, DELAY);',
  'ends after a while': 'setTimeout(() => process.exit(9), DELAY);',
  'serves errors':
    'setTimeout(() => (ServerResponse.prototype.writeHead = function () { this.statusCode = 500; return this; }), DELAY);',
  'forgets keys': "setTimeout(() => database().exec('delete from api_keys'), DELAY);",
  'eats memory': 'setTimeout(() => setInterval(() => held.push(Buffer.alloc(60_000_000, 1)), 50), DELAY);',
  'page throws': '',
  nothing: '',
} as const;
type Fault = keyof typeof FAULTS;

export interface BadRelease {
  version: string;
  fault: Fault;
  /** `always`: on the copy too; `serving`: only once it serves the library. */
  when: 'always' | 'serving';
  delayMs: number;
}

const KINDS: Fault[] = [
  'does not start',
  'migrates wrongly',
  'hangs',
  'ends after a while',
  'serves errors',
  'forgets keys',
  'eats memory',
  'page throws',
];

/** The release of a seed: the kinds in turn, time and place drawn. */
export function badRelease(seed: number): BadRelease {
  const drawn = (Math.imul(seed + 1, 2_654_435_761) >>> 0) / 2 ** 32;
  const fault = KINDS[seed % KINDS.length] ?? 'hangs';
  const when = fault === 'page throws' || drawn < 0.4 ? 'always' : 'serving';
  return { version: `1.1.${seed}`, fault, when, delayMs: Math.round((drawn * 7_919) % 2_500) };
}

function planted({ fault, when, delayMs }: BadRelease): string {
  const code = FAULTS[fault].replace('DELAY', String(delayMs));
  return `// @ts-nocheck
import { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
const Sqlite = createRequire(import.meta.url)('better-sqlite3');
const database = () => new Sqlite(process.env.DATA_DIR + '/circuit-tree.sqlite');
const held = [];
if (${when === 'always'} || process.env.UPDATE_STAGE === 'watched') { ${code} }
`;
}

/** Replaces an installation: the packages and the app of this checkout. A page that throws is a copy of the app. */
function preparation({ fault }: BadRelease): string {
  const broken = fault === 'page throws';
  return `import { appendFileSync, cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
symlinkSync('${ROOT}/node_modules', 'node_modules');
if (!${broken}) symlinkSync('${ROOT}/dist', 'dist');
else {
  cpSync('${ROOT}/dist', 'dist', { recursive: true, dereference: true });
  const entry = /<script type="module"[^>]* src="\\/([^"]+)"/.exec(readFileSync('dist/index.html', 'utf8'))[1];
  writeFileSync('dist/' + entry, "throw new Error('planted');" + readFileSync('dist/' + entry, 'utf8'));
}
`;
}

function git(root: string, ...parameters: string[]): void {
  const identity = ['-c', 'user.name=Lab', '-c', 'user.email=lab@example.org', '-c', 'core.hooksPath=/dev/null'];
  execFileSync('git', [...identity, ...parameters], { cwd: root, stdio: 'ignore' });
}

/** Two checkouts of this repository: one is the house's installation, the other has the releases. */
export class Repositories {
  readonly house: string;
  readonly releases: string;

  constructor(folder: string) {
    this.house = join(folder, 'house');
    this.releases = join(folder, 'releases');
    mkdirSync(folder, { recursive: true });
    for (const place of [this.house, this.releases]) {
      git(folder, 'clone', '--quiet', '--shared', '--no-tags', ROOT, place);
      git(place, 'tag', BASE);
    }
    for (const name of ['node_modules', 'dist']) execFileSync('ln', ['-s', join(ROOT, name), join(this.house, name)]);
  }

  release(bad: BadRelease): void {
    const { releases } = this;
    git(releases, 'checkout', '--quiet', '--detach', '--force', BASE);
    const program = readFileSync(join(releases, 'package.json'), 'utf8');
    const serve = readFileSync(join(releases, 'server/serve.ts'), 'utf8');
    const files = {
      'package.json': program.replace(/"version": "[^"]+"/, `"version": "${bad.version}"`),
      'scripts/prepare.mjs': preparation(bad),
      'server/planted.ts': planted(bad),
      'server/serve.ts': `import './planted.ts';\n${serve}`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(releases, name), text);
    git(releases, 'add', '--all');
    git(releases, 'commit', '--quiet', '--message', bad.version);
    git(releases, 'tag', '--force', `v${bad.version}`);
  }
}
