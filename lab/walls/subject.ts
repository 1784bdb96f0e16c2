import type { CheckOf } from './check.ts';
import type { Apply } from './mishap.ts';
import type { Fault } from './planted/fault.ts';

/** The part of a subject in the lives on a wall. */
export interface WallSubject {
  Check: CheckOf;
  mishaps?: Readonly<Record<string, Apply>>;
  planted?: readonly Fault[];
}
