import { albumOffers } from '#src/admin/albums/slots.ts';
import { librarySections } from '#src/admin/photos/slots.ts';
import { ShareButton, ShareDialog } from './ShareDialog.tsx';
import { SharesOfAll } from './SharesSection.tsx';

/** Adds shares to the pages of the administration. */
export function shares(): void {
  albumOffers.push({ label: 'Share…', Button: ShareButton, Dialog: ShareDialog });
  librarySections.push(SharesOfAll);
}
