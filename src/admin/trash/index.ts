import { spaceLinks } from '#src/admin/startPage/slots.ts';
import { libraryLinks } from '#src/admin/photos/slots.ts';
import { OpenTrash, TrashLink } from './TrashLinks.tsx';

/** What the trash brings to the administration. */
export function trash(): void {
  spaceLinks.push(OpenTrash);
  libraryLinks.push(TrashLink);
}
