import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MESSAGES } from '../../domain/messages.ts';
import { onCredentialRefused } from '../../offline/worker.ts';

/** The server refused this page's key, on whichever call: the kiosk ends here, as at its guard. */
export function useRefusedKey(): void {
  const navigate = useNavigate();
  useEffect(
    () => onCredentialRefused(() => void navigate({ to: '/', search: { error: MESSAGES.apiKeyInvalid } })),
    [navigate],
  );
}
