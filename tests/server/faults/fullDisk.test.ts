import { expectHeld } from '../../support/server/faults.ts';
import { fullDisk } from '../../trials/faults/disk/fullDisk.ts';

expectHeld(fullDisk);
