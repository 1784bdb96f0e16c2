import { expectHeld } from '../../support/server/faults.ts';
import { curation } from '../../trials/faults/curation/curation.ts';

expectHeld(curation);
