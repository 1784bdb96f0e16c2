/** @module-tag full */
import { expectHeld } from '#support/server/faults.ts';
import { slugRace } from '#lab/faults/load/slugRace.ts';

expectHeld(slugRace);
