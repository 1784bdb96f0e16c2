import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { addressToReturnTo } from '#domain/tablets/beginningAddress.ts';
import { onIdle } from '#src/device/lastInput.ts';
import { beginsAt, useTabletSettings } from '#src/tablet/settings.ts';

/** Goes back to what the tablet begins with once nobody has touched it for as long as its settings say. */
export function useReturn(): void {
  const { history } = useRouter();
  const { returnAfterSeconds } = useTabletSettings();
  useEffect(() => {
    if (returnAfterSeconds === 0) return undefined;
    return onIdle(returnAfterSeconds * 1_000, () => {
      const address = addressToReturnTo(beginsAt(), window.location);
      if (address !== undefined) history.replace(address);
    });
  }, [returnAfterSeconds, history]);
}
