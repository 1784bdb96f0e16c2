// `npm run lab -- curation`: random actions of several admins at once, next to a simple model of the library. Each seed that
// the model does not explain prints its steps; the exit code is then 1.
//   -- --seeds N --from N   how many (200), and the first (1)
//   -- --at-once N          how many calls at the same time, at most (4)
//   -- --sequences N        of eight steps each, for each seed (5)
//   -- --noise              another process locks the database again and again
//   -- --postgres           on PostgreSQL, one for each 40 seeds
import { parseArgs } from 'node:util';
import { startPostgres } from '../../scripts/run/postgresServer.ts';
import { ServerProcess } from '../../scripts/run/serverProcess.ts';
import { nameSecretOf } from '../../tests/support/curation/nameSecret.ts';
import { peopleOn } from '../../tests/support/curation/peopleOn.ts';
import { playSeed, type Scene } from '../../tests/support/curation/seeds.ts';
import { startLockNoise } from './lockNoise.ts';

/** Few, so that simultaneous calls concern the same things. */
const SIZES = { albums: 3, contents: 3 };

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '4' },
    sequences: { type: 'string', default: '5' },
    noise: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
});

/** A person may make 100 links within an hour, and a seed makes one or two: each of so many gets a library of its own. */
const SEEDS_PER_LIBRARY = 40;

const broken: number[] = [];
const [first, count] = [Number(values.from), Number(values.seeds)];
for (let seed = first; seed < first + count; seed += SEEDS_PER_LIBRARY)
  await onOneLibrary(seed, Math.min(seed + SEEDS_PER_LIBRARY, first + count));
console.log(`${count - broken.length} of ${count} seeds held${broken.length > 0 ? `, not ${broken.join(', ')}` : ''}`);
if (broken.length > 0) process.exitCode = 1;

async function onOneLibrary(from: number, until: number): Promise<void> {
  const postgres = values.postgres ? await startPostgres() : undefined;
  const server = new ServerProcess({ env: { MAX_UPLOAD_MB: '20', ...(postgres && { DATABASE_URL: postgres.url }) } });
  let stopNoise: (() => Promise<void>) | undefined;
  try {
    await server.start();
    const secret = await nameSecretOf(postgres ?? server);
    const scene: Scene = { server, secret, ...(await peopleOn(server)) };
    if (values.noise) stopNoise = await startLockNoise(server.dataDir);
    for (let seed = from; seed < until; seed += 1) await play(scene, seed);
  } finally {
    await stopNoise?.();
    await server.dispose();
    await postgres?.stop();
  }
}

async function play(scene: Scene, seed: number): Promise<void> {
  const started = performance.now();
  const [sequences, mostAtOnce] = [Number(values.sequences), Number(values['at-once'])];
  const played = await playSeed(scene, { seed, sequences, mostAtOnce, sizes: SIZES });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(
    `${played.broken ? '✗' : '✓'} seed ${seed}: ${played.actions} actions, ${played.atOnce} at once (${seconds} s)`,
  );
  if (played.broken === undefined) return;
  broken.push(seed);
  console.log(played.broken);
}
