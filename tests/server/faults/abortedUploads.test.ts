import { expectHeld } from '../../support/server/faults.ts';
import { abortedUploads } from '../../trials/faults/disk/abortedUploads.ts';

expectHeld(abortedUploads);
