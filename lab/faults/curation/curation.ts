import { setTimeout as wait } from 'node:timers/promises';
import { FolderStore } from '#server/photos/store/folderStore.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { CurationTrial, Unexplained } from '#tests/curation/support/curationTrial.ts';
import { CONTENTS } from '#tests/curation/support/model/lists.ts';
import { nameSecretOf } from '#tests/curation/support/nameSecret.ts';
import { peopleOn } from '#tests/curation/support/peopleOn.ts';
import { seededRandom } from '#support/random.ts';
import { ServerLibrary } from '#tests/curation/support/serverLibrary.ts';
import { brokenBy, type Fault, onServer, soundnessOf } from '../fault.ts';

const STEPS = 8;
const SIZES = { albums: 7, contents: CONTENTS };
/** Each start takes as long as some sequences do. A short run has one kill, at its end. */
const SEQUENCES_PER_KILL = 12;
/** A person may make 100 links within an hour: each of so many sequences gets a library of its own. */
const SEQUENCES_PER_LIBRARY = 150;
const KILL_WITHIN_MS = 20;
const FILES_GONE_WITHIN_MS = 30_000;

/**
 * Two admins' actions on albums and photos, random and simultaneous, with a kill -9 now and then. A failure names the
 * seed: `CURATION_SEED` repeats it.
 */
export const curation: Fault = {
  id: 'curation',
  slow: true,
  name: 'two admins at random, next to a simple model, with kill -9 in between',
  run: async ({ sequences }) => {
    const seed = Number(process.env.CURATION_SEED ?? Date.now() % 1_000_000);
    const figures: Record<string, number> = {};
    const broken: string[] = [];
    for (let done = 0; done < sequences && broken.length === 0; done += SEQUENCES_PER_LIBRARY) {
      const part = await onServer((server) =>
        playOn(server, { seed: seed + done, sequences: Math.min(sequences - done, SEQUENCES_PER_LIBRARY) }),
      );
      for (const [name, count] of Object.entries(part.figures)) figures[name] = (figures[name] ?? 0) + count;
      broken.push(...part.broken);
    }
    return { figures, broken };
  },
};

interface Played {
  figures: Record<string, number>;
  broken: string[];
}

async function playOn(
  server: ServerProcess,
  { seed, sequences }: { seed: number; sequences: number },
): Promise<Played> {
  const { people, tablet } = await peopleOn(server);
  const secret = await nameSecretOf(server);
  const trial = new CurationTrial(await ServerLibrary.of({ server, secret, tablet }), people);
  const random = seededRandom(seed);
  const broken: string[] = [];
  let kills = 0;
  let addresses = 0;
  try {
    for (let sequence = 1; sequence <= sequences; sequence += 1) {
      const isKilled = sequence % Math.min(SEQUENCES_PER_KILL, sequences) === 0;
      const kill = async (answered: Promise<unknown>) => {
        kills += 1;
        if (random(4) === 0) await answered;
        await wait(random(KILL_WITHIN_MS));
        await server.stop('SIGKILL');
        await server.start();
      };
      await trial.play({ random, steps: STEPS, sizes: SIZES, mostAtOnce: 2, ...(isKilled && { kill }) });
    }
    addresses = await trial.checkAddresses();
    broken.push(...(await filesThatDiffer(server, trial)));
  } catch (error) {
    if (!(error instanceof Unexplained)) throw error;
    broken.push(`seed ${seed}: ${error.message}`);
  }
  await server.stop();
  const found = await soundnessOf(server.dataDir, []);
  const { actions, atOnce, cut } = trial;
  const done = { sequences, actions, 'at once': atOnce, kills, 'requests cut': cut, 'image addresses': addresses };
  const { missing, orphaned, mismatching } = found;
  return { figures: { ...done, missing, orphaned, mismatching }, broken: [...broken, ...brokenBy(found)] };
}

/** Files of photos that are gone for good, once the server had time to remove them, and missing files. */
async function filesThatDiffer({ dataDir }: ServerProcess, trial: CurationTrial): Promise<string[]> {
  const expected = trial.files();
  for (let waited = 0; ; waited += 500) {
    const found = new Set<string>();
    for await (const { address, path } of new FolderStore(dataDir).list()) {
      found.add(address ? `${address.albumId}/${address.filename}` : path);
    }
    const left = [...found]
      .filter((file) => !expected.has(file))
      .map((file) => `${file} is left of a photo that is gone`);
    const missing = [...expected].filter((file) => !found.has(file)).map((file) => `${file} is missing`);
    if (left.length + missing.length === 0 || waited >= FILES_GONE_WITHIN_MS) return [...left, ...missing];
    await wait(500);
  }
}
