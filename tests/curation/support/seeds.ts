import type { Sizes } from './actions.ts';
import { CurationTrial, type People, Unexplained } from './curationTrial.ts';
import { seededRandom } from '#support/random.ts';
import { type Served, ServerLibrary } from './serverLibrary.ts';

export interface Scene extends Served {
  people: People;
}

interface SeedOptions {
  seed: number;
  sequences: number;
  mostAtOnce: number;
  sizes: Sizes;
}

interface Played {
  actions: number;
  atOnce: number;
  /** The first thing that the model does not explain. */
  broken?: string;
}

const STEPS = 8;

/**
 * Plays one seed on a server without albums, and leaves it so again. The same seed chooses the same
 * actions, as long as calls at once end in the same order.
 */
export async function playSeed(scene: Scene, { seed, sequences, mostAtOnce, sizes }: SeedOptions): Promise<Played> {
  const library = await ServerLibrary.of(scene);
  const trial = new CurationTrial(library, scene.people);
  const random = seededRandom(seed);
  let broken: string | undefined;
  try {
    for (let sequence = 0; sequence < sequences; sequence += 1) {
      await trial.play({ random, steps: STEPS, sizes, mostAtOnce });
    }
    await trial.checkAddresses();
  } catch (error) {
    if (!(error instanceof Unexplained)) throw error;
    broken = `seed ${seed}: ${error.message}`;
  }
  await library.clear(scene.people.admins[0] ?? {});
  const { actions, atOnce } = trial;
  return { actions, atOnce, ...(broken !== undefined && { broken }) };
}
