import { expectHeld } from '../../support/server/faults.ts';
import { fullDisk } from '../../trials/faults/fullDisk.ts';

expectHeld(fullDisk);
