/** @module-tag full */
import { expectHeld } from '#support/server/faults.ts';
import { abortedUploads } from '#lab/faults/disk/abortedUploads.ts';

expectHeld(abortedUploads);
