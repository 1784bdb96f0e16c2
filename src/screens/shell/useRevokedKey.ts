import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keyInAddress } from '#domain/access/kioskAddress.ts';
import { endKey } from '../../kioskKey/kioskKey.ts';
import { onKeyRevoked } from '../../offline/bridge.ts';

/** Leaves the kiosk for the landing page when the response to any call says that this page's key is revoked. */
export function useRevokedKey(): void {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(
    () =>
      onKeyRevoked(() => {
        const { pathname, searchStr } = router.state.location;
        void navigate(endKey(keyInAddress({ pathname, search: searchStr }) ?? ''));
      }),
    [navigate, router],
  );
}
