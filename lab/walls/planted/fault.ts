import type { Code } from '../world.ts';

/** A mishap that one could really write: a piece of the built script, and what stands in its place. */
export interface Patch {
  name: string;
  find: string;
  replace: string;
}

export interface Fault extends Patch {
  script: keyof Code;
}
