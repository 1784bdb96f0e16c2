/** @module-tag full */
import { expectHeld } from '#support/server/faults.ts';
import { hostileGuest } from '#lab/faults/load/hostileGuest.ts';

expectHeld(hostileGuest);
