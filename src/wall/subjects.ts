import { programme } from './programme/index.ts';
import type { Cover } from './slots.ts';

/** The subjects of the wall's first screen by name. Of their code only what decides whether they are needed is there. */
export const COVERS: Readonly<Record<string, Cover>> = {
  programme,
};
