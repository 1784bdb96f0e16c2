import { useCallback, useEffect, useMemo, useState } from 'react';
import { SESSION_STORAGE } from '#contract/storageKeys.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { type Beginning, beginningAt } from '#domain/tablets/beginning.ts';
import { AWAKE_MS, momentOf, ruleAt } from '#domain/programme/programme.ts';
import { programmeFrom } from '#domain/tablets/tabletSettings.ts';
import { repeat } from '#domain/timing.ts';
import { createObservable, useObservable } from '#src/shared/state/observable.ts';
import { onAwakeCommand } from '#src/shared/tablet/dark.ts';

/** The interval at which the wall clock is read, since it may jump without an event. */
const CHECK_EVERY_MS = 5_000;
const TOUCHES = ['pointerdown', 'keydown'] as const;

/** Undefined until somebody touches this page. It is not stored, since nobody sees the wall during a reload. */
let awakeSinceMs: number | undefined;

/** The state of the wall at a moment. */
interface Wall {
  /** The cover; undefined: none. */
  cover: 'dark-clock' | 'black' | undefined;
  /** In percent. */
  dim: number;
  /** The page of the tablet while nobody uses it. */
  beginning: Beginning;
}

function wallNow(settings: TabletSettings): Wall {
  const moment = momentOf(new Date());
  const rule = ruleAt(settings, moment);
  const awakeForMs = performance.now() - (awakeSinceMs ?? Infinity);
  const isAwake = awakeForMs >= 0 && awakeForMs < AWAKE_MS;
  const ruleName = JSON.stringify(rule ?? null);
  // Sent to sleep until the next rule begins.
  if (sleepingRule() !== ruleName) setSleepingRule(undefined);
  const isAsleep = sleepingRule() !== undefined;
  const ofRule = rule?.shows === 'dark-clock' || rule?.shows === 'black' ? rule.shows : undefined;
  return {
    cover: isAsleep ? 'black' : isAwake ? undefined : ofRule,
    dim: isAwake ? 0 : (rule?.dim ?? 0),
    beginning: beginningAt(settings, moment),
  };
}

/** The rule during which the wall was sent to sleep, stored for a reload where the browser allows it. */
let asleepDuring: string | undefined;

function sleepingRule(): string | undefined {
  try {
    return sessionStorage.getItem(SESSION_STORAGE.asleep) ?? asleepDuring;
  } catch {
    return asleepDuring;
  }
}

function setSleepingRule(rule: string | undefined): void {
  asleepDuring = rule;
  try {
    if (rule === undefined) sessionStorage.removeItem(SESSION_STORAGE.asleep);
    else sessionStorage.setItem(SESSION_STORAGE.asleep, rule);
  } catch {
    // A page that may not use storage sleeps until it is reloaded.
  }
}

interface FollowedWall extends Wall {
  /** Called when a touch has ended: until then it could hit something below the cover. */
  refresh: () => void;
}

/** The state of the wall by its programme, by touches and by commands of an admin or home automation. */
export function useProgramme(stored: TabletSettings): FollowedWall {
  const settings = useMemo(() => ({ ...stored, ...programmeFrom({ ...stored }) }), [stored]);
  // The state is compared as a text, which is the same while nothing has changed. React's own state would keep each check
  // until the next change: 1.5 MB a day on a wall without a programme.
  const [seen] = useState(() => createObservable(JSON.stringify(wallNow(settings))));
  const refresh = useCallback(() => seen.set(JSON.stringify(wallNow(settings))), [seen, settings]);
  useEffect(() => {
    const touched = () => {
      awakeSinceMs = performance.now();
      setSleepingRule(undefined);
    };
    const first = setTimeout(refresh);
    const stopChecking = repeat(CHECK_EVERY_MS, refresh);
    document.addEventListener('visibilitychange', refresh);
    for (const touch of TOUCHES) window.addEventListener(touch, touched, { capture: true, passive: true });
    const unsubscribe = onAwakeCommand((on) => {
      if (on) touched();
      else {
        awakeSinceMs = undefined;
        setSleepingRule(JSON.stringify(ruleAt(settings, momentOf(new Date())) ?? null));
      }
      refresh();
    });
    return () => {
      clearTimeout(first);
      stopChecking();
      document.removeEventListener('visibilitychange', refresh);
      for (const touch of TOUCHES) window.removeEventListener(touch, touched, { capture: true });
      unsubscribe();
    };
  }, [settings, refresh]);
  const text = useObservable(seen);
  const wall = useMemo((): Wall => JSON.parse(text), [text]);
  return { ...wall, refresh };
}
