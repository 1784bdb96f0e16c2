import { Link } from '@tanstack/react-router';
import { accountTabs, waysBack } from '#src/admin/account/slots.ts';
import { layoutParts } from '#src/admin/layout/slots.ts';
import { PasskeyOffer } from './PasskeyOffer.tsx';
import { OfferAfterLink } from './useNewPasskey.ts';

/** Adds passkeys to the pages of the administration. */
export function passkeys(): void {
  layoutParts.push(OfferAfterLink);
  accountTabs.push(PasskeysTab);
  waysBack.push(PasskeyOffer);
}

function PasskeysTab({ className }: { className: string | undefined }) {
  return (
    <Link to="/admin/passkeys" className={className}>
      Passkeys
    </Link>
  );
}
