/** @module-tag full */
import { expectHeld } from '#support/server/faults.ts';
import { slowLoris } from '#lab/faults/load/slowLoris.ts';

expectHeld(slowLoris);
