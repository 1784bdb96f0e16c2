import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { addressToReturnTo } from '#domain/tablets/beginningAddress.ts';
import { idleForMs } from '#src/device/lastInput.ts';
import { beginsAt, useTabletSettings } from '#src/tablet/settings.ts';

const LOOK_EVERY_MS = 5_000;

/** Goes back to what the tablet begins with once nobody has touched it for as long as its settings say. */
export function useReturn(): void {
  const { history } = useRouter();
  const { returnAfterSeconds } = useTabletSettings();
  useEffect(() => {
    if (returnAfterSeconds === 0) return undefined;
    const afterMs = returnAfterSeconds * 1_000;
    const look = () => {
      if (idleForMs() < afterMs) return;
      const address = addressToReturnTo(beginsAt(), window.location);
      if (address !== undefined) history.replace(address);
    };
    const timer = setInterval(look, Math.min(afterMs, LOOK_EVERY_MS));
    return () => clearInterval(timer);
  }, [returnAfterSeconds, history]);
}
