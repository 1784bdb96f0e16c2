import { programme } from './programme/index.ts';
import type { Cover } from './slots.ts';

/** What decides on the whole wall, by name. The first screen loads no more of it than whether it is needed. */
export const COVERS: Readonly<Record<string, Cover>> = {
  programme,
};
