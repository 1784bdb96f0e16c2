import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetVerifiedKey } from '../../kioskKey/verifiedKey.ts';
import { MESSAGES } from '../../domain/messages.ts';
import { onKeyRevoked } from '../../offline/bridge.ts';

/** Leaves the kiosk for the landing when the server says, on any call, that this page's key is revoked. */
export function useRevokedKey(): void {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(
    () =>
      onKeyRevoked(() => {
        void import('../../device/slideshowPosition.ts').then(({ forgetPositions }) => forgetPositions());
        forgetVerifiedKey(new URLSearchParams(router.state.location.searchStr).get('apiKey') ?? '');
        void navigate({ to: '/', search: { error: MESSAGES.apiKeyInvalid }, replace: true });
      }),
    [navigate, router],
  );
}
