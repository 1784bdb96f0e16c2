/** @module-tag full */
import { expectHeld } from '#support/server/faults.ts';
import { killedServer } from '#lab/faults/disk/killedServer.ts';

expectHeld(killedServer);
