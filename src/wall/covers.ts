import { programme } from './programme/index.ts';
import type { Cover } from './slots.ts';

/** The components that decide on the whole wall, by subject. The first screen loads only whether each is needed. */
export const COVERS: Readonly<Record<string, Cover>> = {
  programme,
};
