import { createFileRoute, redirect, retainSearchParams } from '@tanstack/react-router';
import { isKeyVerified } from '../../api/verifiedKey.ts';
import { MESSAGES } from '../../domain/messages.ts';
import { KioskLayout, KioskPending } from '../../screens/kiosk/KioskLayout.tsx';

interface KioskSearch {
  apiKey?: string;
}

export const Route = createFileRoute('/circuit-tree')({
  validateSearch: (search: Record<string, unknown>): KioskSearch =>
    typeof search.apiKey === 'string' ? { apiKey: search.apiKey } : {},
  search: { middlewares: [retainSearchParams(['apiKey'])] },
  beforeLoad: async ({ search: { apiKey } }) => {
    // Launches from the home screen come here without a key: the place to put the device's own back (DECISIONS §5).
    if (!apiKey) throw redirect({ to: '/', search: { error: MESSAGES.apiKeyRequired } });
    if (!(await isKeyVerified(apiKey))) throw redirect({ to: '/', search: { error: MESSAGES.apiKeyInvalid } });
  },
  component: KioskLayout,
  pendingComponent: KioskPending,
});
