import { createFileRoute, redirect, retainSearchParams } from '@tanstack/react-router';
import { API_KEY_PARAMETER, keyInAddress } from '#domain/access/kioskAddress.ts';
import { FIRST_MESSAGES } from '#domain/firstMessages.ts';
import { refusalOf } from '../../kioskKey/checkApiKey.ts';
import { endKey, isKeyVerified } from '../../kioskKey/kioskKey.ts';
import { takeUpTablet } from '../../tablet/settings.ts';
import { KioskLayout, KioskPending } from '../../screens/kiosk/layout/KioskLayout.tsx';

interface KioskSearch {
  apiKey?: string;
  /** Set in the fixed address of the home screen's icon, which contains no key. */
  launch?: string;
}

/** Loaded only when needed: a start with a key in its address needs no stored key. */
const launches = () => import('../../kioskKey/launchRecord.ts');
const newerKeys = () => import('../../tablet/newerKey.ts');

function goOnWith(key?: string): void {
  if (!key) return;
  const withKey = ({ launch: _launch, ...others }: KioskSearch) => ({ ...others, apiKey: key });
  throw redirect({ to: '.', search: withKey, replace: true });
}

export const Route = createFileRoute('/circuit-tree')({
  validateSearch: (search: Record<string, unknown>): KioskSearch => ({
    ...(typeof search.apiKey === 'string' ? { apiKey: search.apiKey } : {}),
    ...(typeof search.launch === 'string' ? { launch: search.launch } : {}),
  }),
  search: { middlewares: [retainSearchParams([API_KEY_PARAMETER])] },
  beforeLoad: async ({ search, location: { pathname, searchStr } }) => {
    const apiKey = keyInAddress({ pathname, search: searchStr });
    if (!apiKey) goOnWith(await (await launches()).keyOfLaunch(search));
    if (!apiKey) throw redirect({ to: '/', search: { error: FIRST_MESSAGES.apiKeyRequired } });
    if (!(await isKeyVerified(apiKey))) {
      const refusal = refusalOf(apiKey);
      const next = async () => (await newerKeys()).keyAfter(apiKey);
      if (refusal !== 'unheard') goOnWith(await next().catch(() => undefined));
      throw redirect(endKey(apiKey, refusal));
    }
    takeUpTablet(apiKey);
    void launches().then((launch) => launch.rememberVerifiedKey(apiKey));
    return { apiKey };
  },
  component: KioskLayout,
  pendingComponent: KioskPending,
});
