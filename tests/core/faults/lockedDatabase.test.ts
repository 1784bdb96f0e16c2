/** @module-tag full */
import { expectHeld } from '#support/server/faults.ts';
import { lockedDatabase } from '#lab/faults/disk/lockedDatabase.ts';

expectHeld(lockedDatabase);
