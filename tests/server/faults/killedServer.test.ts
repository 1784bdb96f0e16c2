import { expectHeld } from '../../support/server/faults.ts';
import { killedServer } from '../../trials/faults/killedServer.ts';

expectHeld(killedServer);
