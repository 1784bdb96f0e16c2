import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetVerifiedKey } from '../../api/verifiedKey.ts';
import { MESSAGES } from '../../domain/messages.ts';
import { onCredentialRefused } from '../../offline/worker.ts';

/** The server refused this page's key, on whichever call: the kiosk ends here, as at its guard. */
export function useRefusedKey(): void {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(
    () =>
      onCredentialRefused(() => {
        void import('../../offline/slideshowPosition.ts').then(({ forgetPositions }) => forgetPositions());
        forgetVerifiedKey(new URLSearchParams(router.state.location.searchStr).get('apiKey') ?? '');
        void navigate({ to: '/', search: { error: MESSAGES.apiKeyInvalid }, replace: true });
      }),
    [navigate, router],
  );
}
