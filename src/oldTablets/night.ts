import type { NightSettings } from '#contract/schemas/tabletSettings.ts';
import { isDark } from '#domain/tablets/night.ts';
import { showNight } from './page.ts';

let night: NightSettings | null = null;
let touchedAtMs: number | undefined;

/** Called every second: whether it is night follows from the wall clock alone, which may jump. */
export function lookAtNight(): void {
  const sinceTouchMs = touchedAtMs === undefined ? undefined : performance.now() - touchedAtMs;
  showNight(night && isDark(night, { now: new Date(), sinceTouchMs }) ? night.shows : undefined);
}

export function setNight(next: NightSettings | null): void {
  night = next;
  lookAtNight();
}

/** A touch in the night shows the wall for a while. */
export function noteTouch(): void {
  touchedAtMs = performance.now();
  lookAtNight();
}
