// `npm run lab -- NAME [options]`: starts one of the programs of this folder; README.md says which there are.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

interface Program {
  file: string;
  /** The arguments of `scripts/prepare.mjs`: a build of the app, a browser. */
  needs?: readonly ('build' | 'chromium')[];
}

const IN_BROWSER = ['build', 'chromium'] as const;

const PROGRAMS: Record<string, Program> = {
  bench: { file: 'lab/bench/main.ts', needs: IN_BROWSER },
  faults: { file: 'lab/faults/main.ts', needs: IN_BROWSER },
  codenames: { file: 'lab/codenames/main.ts' },
  clips: { file: 'lab/clips/main.ts' },
  'clip-memory': { file: 'lab/clips/memory.ts', needs: IN_BROWSER },
  cluster: { file: 'lab/cluster/main.ts' },
  engines: { file: 'lab/engines/main.ts', needs: ['build'] },
  mutants: { file: 'lab/mutants/main.ts' },
  image: { file: 'lab/image/main.ts' },
  update: { file: 'lab/update/main.ts', needs: ['build'] },
  walls: { file: 'lab/walls/main.ts' },
  again: { file: 'lab/walls/again/main.ts', needs: IN_BROWSER },
  without: { file: 'lab/without/main.ts' },
  'first-day': { file: 'lab/firstDay/main.ts', needs: IN_BROWSER },
};

function run(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const [name = '', ...options] = process.argv.slice(2);
const program = PROGRAMS[name];
if (program === undefined) {
  console.error(`The laboratory has ${Object.keys(PROGRAMS).join(', ')}: npm run lab -- NAME`);
  process.exit(1);
}
if (program.needs) run(['scripts/prepare.mjs', ...program.needs]);
run([program.file, ...options]);
