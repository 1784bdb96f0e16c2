import { expectHeld } from '../../support/server/faults.ts';
import { slowLoris } from '../../trials/faults/load/slowLoris.ts';

expectHeld(slowLoris);
