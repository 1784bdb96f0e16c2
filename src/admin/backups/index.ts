import { PAGES } from '#contract/pages.ts';
import { footNotes, statusNotes } from '#src/admin/startPage/slots.ts';
import { circuitTreeAreas } from '#src/admin/layout/slots.ts';
import { BackedUpNote, BackupNote } from './BackupNotes.tsx';

/** Adds backups to the pages of the administration. */
export function backups(): void {
  circuitTreeAreas.push({
    to: '/admin/backups',
    access: PAGES['/admin/backups'].access,
    name: 'Backups',
    text: 'copies on another disk',
    icon: 'download',
  });
  statusNotes.push(BackupNote);
  footNotes.push(BackedUpNote);
}
