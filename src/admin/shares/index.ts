import { albumOffers } from '#src/admin/albums/slots.ts';
import { librarySections } from '#src/admin/photos/slots.ts';
import { ShareButton, ShareDialog } from './ShareDialog.tsx';
import { SharesOfAll } from './SharesSection.tsx';

/** What shares bring to the administration. */
export function shares(): void {
  albumOffers.push({ label: 'Share…', Button: ShareButton, Dialog: ShareDialog });
  librarySections.push(SharesOfAll);
}
