import { imagePath } from '#contract/paths.ts';
import type { Names } from './model/lists.ts';
import { photosIn, type State } from './model/state.ts';

/** The number of addresses that are requested again in each step, besides those that the step changed. */
const AGAIN_PER_STEP = 2;

/** All that was ever the address of an image: each has to be one now, or none, as the model says. */
export class Addresses {
  readonly #names: Names;
  readonly #ever = new Set<string>();
  #next = 0;

  constructor(names: Names) {
    this.#names = names;
  }

  get all(): readonly string[] {
    return [...this.#ever];
  }

  /** Those that lead to an image in this state; also by slugs of before. */
  in(state: State): Set<string> {
    const slugs = [
      ...state.albums.map(({ key, slug }) => ({ key, slug })),
      ...Object.entries(state.former).map(([slug, key]) => ({ key, slug })),
    ];
    return new Set(
      slugs.flatMap(({ key, slug }) =>
        photosIn(state, key).map((photo) =>
          imagePath({ albumSlug: slug, filename: this.#names.photo(photo) }, 'thumbnail'),
        ),
      ),
    );
  }

  /** Those that became addresses or stopped being some, and in turn a few of the others. */
  worthAsking(before: State, after: readonly State[]): string[] {
    const was = this.in(before);
    const changed = after.flatMap((state) => {
      const is = this.in(state);
      for (const address of is) this.#ever.add(address);
      return [...[...is].filter((one) => !was.has(one)), ...[...was].filter((one) => !is.has(one))];
    });
    const { all } = this;
    const again = Array.from({ length: Math.min(AGAIN_PER_STEP, all.length) }, () => {
      this.#next = (this.#next + 1) % all.length;
      return all[this.#next] ?? '';
    });
    return [...new Set([...changed, ...again])];
  }
}
