import { expectHeld } from '../../support/server/faults.ts';
import { trickledBodies } from '../../trials/faults/trickledBodies.ts';

expectHeld(trickledBodies);
