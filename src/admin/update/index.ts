import { statusNotes } from '#src/admin/startPage/slots.ts';
import { UpdateNote } from './UpdateNote.tsx';

/** What updates bring to the administration. */
export function update(): void {
  statusNotes.push(UpdateNote);
}
