/** @module-tag full */
import { expectHeld } from '#support/server/faults.ts';
import { fullDisk } from '#lab/faults/disk/fullDisk.ts';

expectHeld(fullDisk);
