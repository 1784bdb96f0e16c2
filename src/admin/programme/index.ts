import { dayFields } from '#src/admin/tablets/slots.ts';
import { ProgrammeFields } from './ProgrammeFields.tsx';

/** What the programme brings to the administration. */
export function programme(): void {
  dayFields.push(ProgrammeFields);
}
