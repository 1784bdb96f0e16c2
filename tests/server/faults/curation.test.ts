import { expectHeld } from '../../support/server/faults.ts';
import { curation } from '../../../lab/faults/curation/curation.ts';

expectHeld(curation);
