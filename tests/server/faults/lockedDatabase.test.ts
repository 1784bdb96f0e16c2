import { expectHeld } from '../../support/server/faults.ts';
import { lockedDatabase } from '../../trials/faults/lockedDatabase.ts';

expectHeld(lockedDatabase);
