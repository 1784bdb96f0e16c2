import type { NightSettings } from '#contract/schemas/tabletSettings.ts';
import { SUNSET_DEGREES, sunElevation } from '../tablets/sun.ts';
import { isQuietAt } from './quietHours.ts';

/** Whether it is night for a tablet in some time zone: it may then be switched off, and nobody misses it. */
export function isInDarkHours(night: NightSettings | null, { zone, nowMs }: { zone: string; nowMs: number }): boolean {
  if (!night) return false;
  if (night.by === 'sun') return sunElevation(nowMs, night) < SUNSET_DEGREES;
  return isQuietAt({ from: night.from, to: night.to, zone }, nowMs);
}
