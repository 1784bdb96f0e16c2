import { overviewNotes } from '#src/admin/startPage/slots.ts';
import { libraryLinks, waysToAdd } from '#src/admin/photos/slots.ts';
import { LeavingNote } from './LeavingNote.tsx';
import { SourcesLink, WaysToAdd } from './SourceLinks.tsx';

/** Adds sources to the pages of the administration. */
export function sources(): void {
  overviewNotes.push(LeavingNote);
  libraryLinks.push(SourcesLink);
  waysToAdd.push(WaysToAdd);
}
