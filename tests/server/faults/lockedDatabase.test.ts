import { expectHeld } from '../../support/server/faults.ts';
import { lockedDatabase } from '../../trials/faults/disk/lockedDatabase.ts';

expectHeld(lockedDatabase);
