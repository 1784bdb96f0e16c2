import { statusNotes } from '#src/admin/startPage/slots.ts';
import { UpdateNote } from './UpdateNote.tsx';

/** Adds updates to the pages of the administration. */
export function update(): void {
  statusNotes.push(UpdateNote);
}
