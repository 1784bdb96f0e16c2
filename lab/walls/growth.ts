import { queryObjects } from 'node:v8';

/** One quiet span in so many is counted: that takes as long as four years, since it throws compiled code away. */
const COUNTED_ONE_IN = 200;
/** The largest amounts of 88 spans were 30 and 1,134: calls on their way, and the simulation's own notes. */
const AT_MOST = { promises: 100, objects: 2_000 };
const NAMES = ['promises', 'objects'] as const;

/** Finds what nobody lets go of in six quiet hours: promises that wait for ever, lists that only grow. */
export class Growth {
  #before: typeof AT_MOST | undefined;

  /** Call when the hours begin; `seed` is theirs. */
  begin(seed: number): void {
    if (seed % COUNTED_ONE_IN === 0) this.#before = kept();
  }

  /** Call when they have ended. */
  wrong(): string | undefined {
    const before = this.#before;
    if (!before) return undefined;
    this.#before = undefined;
    const after = kept();
    const grown = NAMES.find((name) => after[name] - before[name] > AT_MOST[name]);
    return grown && `Six quiet hours leave ${after[grown] - before[grown]} ${grown} behind`;
  }
}

function kept(): typeof AT_MOST {
  return { promises: queryObjects(Promise, { format: 'count' }), objects: queryObjects(Object, { format: 'count' }) };
}
