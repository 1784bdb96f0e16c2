import { createFileRoute, redirect, retainSearchParams } from '@tanstack/react-router';
import { isKeyVerified } from '../../kioskKey/verifiedKey.ts';
import { MESSAGES } from '../../domain/messages.ts';
import { KioskLayout, KioskPending } from '../../screens/kiosk/frame/KioskLayout.tsx';

interface KioskSearch {
  apiKey?: string;
  /** Of the home screen's fixed address, which holds no key. */
  launch?: string;
}

/** Not in the first load: a start with a key in its address needs no records to begin. */
const launchRecord = () => import('../../kioskKey/launchRecord.ts');
const slideshowPosition = () => import('../../device/slideshowPosition.ts');

export const Route = createFileRoute('/circuit-tree')({
  validateSearch: (search: Record<string, unknown>): KioskSearch => ({
    ...(typeof search.apiKey === 'string' ? { apiKey: search.apiKey } : {}),
    ...(typeof search.launch === 'string' ? { launch: search.launch } : {}),
  }),
  search: { middlewares: [retainSearchParams(['apiKey'])] },
  beforeLoad: async ({ search }) => {
    const { apiKey } = search;
    const ownKey = apiKey ? undefined : await (await launchRecord()).keyOfLaunch(search);
    if (ownKey !== undefined) throw redirect({ to: '.', search: { apiKey: ownKey }, replace: true });
    if (!apiKey) throw redirect({ to: '/', search: { error: MESSAGES.apiKeyRequired } });
    if (!(await isKeyVerified(apiKey))) {
      void slideshowPosition().then(({ forgetPositions }) => forgetPositions());
      throw redirect({ to: '/', search: { error: MESSAGES.apiKeyInvalid } });
    }
    void launchRecord().then(({ rememberVerifiedKey }) => rememberVerifiedKey(apiKey));
    return { apiKey };
  },
  component: KioskLayout,
  pendingComponent: KioskPending,
});
