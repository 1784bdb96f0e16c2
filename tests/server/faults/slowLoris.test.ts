import { expectHeld } from '../../support/server/faults.ts';
import { slowLoris } from '../../trials/faults/slowLoris.ts';

expectHeld(slowLoris);
