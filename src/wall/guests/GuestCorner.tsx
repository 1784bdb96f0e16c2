import { Suspense, useEffect, useState } from 'react';
import { isRecord, textOf } from '#domain/records.ts';
import { useTabletSettings } from '#src/shared/tablet/settings.ts';
import { lazyPart } from '#src/shared/ui/lazyPart.ts';

/** The longest time that a timer can wait for. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Loaded only on a tablet that shows a code. */
const GuestCode = lazyPart(async () => (await import('./GuestCode.tsx')).GuestCode);

/** The code for guests, where an admin has chosen one; nothing once it has ended. */
export function GuestCorner() {
  const url = useGuestCode();
  if (url === undefined) return null;
  return (
    <Suspense>
      <GuestCode url={url} />
    </Suspense>
  );
}

/** The address in the code, which is stored with the settings, so that a start without a network shows it too. */
function useGuestCode(): string | undefined {
  const settings: object = useTabletSettings();
  const code = 'guestCode' in settings && isRecord(settings.guestCode) ? settings.guestCode : {};
  const [url, end] = [textOf(code, 'url'), Date.parse(textOf(code, 'until'))];
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (Number.isNaN(end) || end <= now) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(end - now, LONGEST_WAIT_MS));
    return () => clearTimeout(timer);
  }, [end, now]);
  return url === '' || end <= now ? undefined : url;
}
