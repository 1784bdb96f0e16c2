import { spaceLinks } from '#src/admin/startPage/slots.ts';
import { libraryLinks } from '#src/admin/photos/slots.ts';
import { OpenTrash, TrashLink } from './TrashLinks.tsx';

/** Adds the trash to the pages of the administration. */
export function trash(): void {
  spaceLinks.push(OpenTrash);
  libraryLinks.push(TrashLink);
}
