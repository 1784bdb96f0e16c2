import { createFileRoute, redirect, retainSearchParams } from '@tanstack/react-router';
import { API_KEY_PARAMETER, keyInAddress } from '#domain/access/kioskAddress.ts';
import { FIRST_MESSAGES } from '#domain/firstMessages.ts';
import { endKey, isKeyVerified, refusalOf } from '#src/shared/kioskKey/kioskKey.ts';
import { takeUpTablet } from '#src/shared/tablet/settings.ts';
import { KioskLayout, KioskPending } from '#src/wall/layout/KioskLayout.tsx';

interface KioskSearch {
  apiKey?: string;
  /** Set in the fixed address of the home screen's icon, which contains no key. */
  launch?: string;
}

/** Loaded only when needed: a start with a key in its address needs no stored key. */
const launches = () => import('#src/shared/kioskKey/launchRecord.ts');

/** An icon on the home screen still holds the key with which it was made. */
async function lastAddress(apiKey: string, page: { pathname: string; search: string }) {
  try {
    const { addressWithLastKey } = await launches();
    return { href: await addressWithLastKey(apiKey, page), isRead: true };
  } catch {
    return { href: undefined, isRead: false };
  }
}

export const Route = createFileRoute('/circuit-tree')({
  validateSearch: (search: Record<string, unknown>): KioskSearch => ({
    ...(typeof search.apiKey === 'string' ? { apiKey: search.apiKey } : {}),
    ...(typeof search.launch === 'string' ? { launch: search.launch } : {}),
  }),
  search: { middlewares: [retainSearchParams([API_KEY_PARAMETER])] },
  beforeLoad: async ({ search, location: { pathname, searchStr } }) => {
    const apiKey = keyInAddress({ pathname, search: searchStr });
    if (!apiKey) {
      const key = await (await launches()).keyOfLaunch(search);
      if (key === undefined) throw redirect({ to: '/', search: { error: FIRST_MESSAGES.apiKeyRequired } });
      const withKey = ({ launch: _launch, ...others }: KioskSearch) => ({ ...others, apiKey: key });
      throw redirect({ to: '.', search: withKey, replace: true });
    }
    if (!(await isKeyVerified(apiKey))) {
      const refusal = refusalOf(apiKey);
      const last = await lastAddress(apiKey, { pathname, search: searchStr });
      if (last.href !== undefined) throw redirect({ href: last.href, replace: true });
      throw redirect(endKey(apiKey, refusal, last.isRead));
    }
    takeUpTablet(apiKey);
    void launches().then((launch) => launch.rememberVerifiedKey(apiKey));
    return { apiKey };
  },
  component: KioskLayout,
  pendingComponent: KioskPending,
});
