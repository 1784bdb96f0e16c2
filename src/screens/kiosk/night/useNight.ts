import { useCallback, useEffect, useState } from 'react';
import type { NightSettings } from '#contract/schemas/tabletSettings.ts';
import { isDark } from '#domain/tablets/night.ts';

/** The wall clock is looked at this often, so that it may jump without anybody telling. */
const LOOK_EVERY_MS = 5_000;
const TOUCHES = ['pointerdown', 'keydown'] as const;

/** Undefined until somebody touches this page. Sleeps do not count, since nobody saw the wall meanwhile. */
let touchedAtMs: number | undefined;

function isDarkNow(night: NightSettings): boolean {
  const sinceTouchMs = touchedAtMs === undefined ? undefined : performance.now() - touchedAtMs;
  return isDark(night, { now: new Date(), sinceTouchMs });
}

interface Night {
  isDark: boolean;
  /** Called when a touch has ended: by then it can hit nothing below the cover. */
  look: () => void;
}

export function useNight(night: NightSettings): Night {
  const [isDarkSeen, setDarkSeen] = useState(() => isDarkNow(night));
  const look = useCallback(() => setDarkSeen(isDarkNow(night)), [night]);
  useEffect(() => {
    const note = () => {
      touchedAtMs = performance.now();
    };
    const first = setTimeout(look);
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    for (const touch of TOUCHES) window.addEventListener(touch, note, { capture: true, passive: true });
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      for (const touch of TOUCHES) window.removeEventListener(touch, note, { capture: true });
    };
  }, [look]);
  return { isDark: isDarkSeen, look };
}
