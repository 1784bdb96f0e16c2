import { expectHeld } from '../../support/server/faults.ts';
import { slugRace } from '../../trials/faults/load/slugRace.ts';

expectHeld(slugRace);
