import { expectHeld } from '../../support/server/faults.ts';
import { slugRace } from '../../trials/faults/slugRace.ts';

expectHeld(slugRace);
