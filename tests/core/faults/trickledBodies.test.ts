/** @module-tag full */
import { expectHeld } from '#support/server/faults.ts';
import { trickledBodies } from '#lab/faults/load/trickledBodies.ts';

expectHeld(trickledBodies);
