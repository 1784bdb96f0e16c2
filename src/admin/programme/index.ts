import { dayFields } from '#src/admin/tablets/slots.ts';
import { ProgrammeFields } from './ProgrammeFields.tsx';

/** Adds the programme to the pages of the administration. */
export function programme(): void {
  dayFields.push(ProgrammeFields);
}
