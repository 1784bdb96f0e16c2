import { mustOneOf, type Random, seededRandom } from '#support/random.ts';

/** Chances of one drawn scene; the same seed gives the same scene. */
export interface Draw {
  /** A number between two others. */
  between: (least: number, most: number) => number;
  oneOf: <Item>(items: readonly Item[]) => Item;
  /** Whole numbers from 0 to below another. */
  whole: Random;
  chance: (share: number) => boolean;
}

const STEPS = 1_000_000;

export function drawOf(seed: number): Draw {
  const whole = seededRandom(seed);
  const between = (least: number, most: number) => least + ((most - least) * whole(STEPS)) / STEPS;
  return { between, whole, oneOf: (items) => mustOneOf(whole, items), chance: (share) => between(0, 1) < share };
}
