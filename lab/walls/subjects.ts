import { clips } from '../clips/walls/index.ts';
import { diary } from '../diary/index.ts';
import type { WallSubject } from './subject.ts';

/** The subjects that take part in the lives on a wall, by their names. */
export const SUBJECTS: Readonly<Record<string, WallSubject>> = {
  diary,
  clips,
};
