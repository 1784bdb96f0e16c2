import { expectHeld } from '../../support/server/faults.ts';
import { trickledBodies } from '../../trials/faults/load/trickledBodies.ts';

expectHeld(trickledBodies);
