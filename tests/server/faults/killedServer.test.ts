import { expectHeld } from '../../support/server/faults.ts';
import { killedServer } from '../../trials/faults/disk/killedServer.ts';

expectHeld(killedServer);
