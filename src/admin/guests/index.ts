import { homeParts } from '#src/admin/startPage/slots.ts';
import { libraryLinks } from '#src/admin/photos/slots.ts';
import { shownFields } from '#src/admin/tablets/slots.ts';
import { GuestFields } from './GuestFields.tsx';
import { useWaitingPhotos, WaitingLink } from './WaitingPhotos.tsx';

/** Adds guests to the pages of the administration. */
export function guests(): void {
  homeParts.push(useWaitingPhotos);
  libraryLinks.push(WaitingLink);
  shownFields.push(GuestFields);
}
