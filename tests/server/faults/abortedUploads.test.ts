import { expectHeld } from '../../support/server/faults.ts';
import { abortedUploads } from '../../trials/faults/abortedUploads.ts';

expectHeld(abortedUploads);
