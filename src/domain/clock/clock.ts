import { CLOCK_TICK_MS } from '../../contract/limits.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export interface ClockTexts {
  /** In 12-hour form, 'h:mm'. */
  time: string;
  half: 'am' | 'pm';
  /** 'y.m.d' without padding. */
  date: string;
  weekday: string;
}

export function clockTexts(now: Date): ClockTexts {
  const hours = now.getHours();
  const minutes = String(now.getMinutes()).padStart(2, '0');
  return {
    time: `${hours % 12 || 12}:${minutes}`,
    half: hours < 12 ? 'am' : 'pm',
    date: `${now.getFullYear()}.${now.getMonth() + 1}.${now.getDate()}`,
    weekday: WEEKDAYS[now.getDay()] ?? '',
  };
}

/** Milliseconds until the next whole second, so that the clock changes exactly with the second. Never 0. */
export function msToNextSecond(nowMs: number): number {
  const past = ((nowMs % CLOCK_TICK_MS) + CLOCK_TICK_MS) % CLOCK_TICK_MS;
  return CLOCK_TICK_MS - past;
}

/** Offsets of the clock from its middle position, one for each minute. After the last one the first follows again. */
const DRIFT_STEPS_PX = [
  [0, 0],
  [4, -3],
  [8, -5],
  [11, -2],
  [12, 3],
  [9, 7],
  [4, 8],
  [-1, 6],
  [-5, 8],
  [-10, 6],
  [-12, 1],
  [-10, -4],
  [-6, -7],
  [-3, -4],
] as const;

export interface Drift {
  xPx: number;
  yPx: number;
}

/** The clock's offset in this minute. The clock moves every minute, so that it does not burn into the screen. */
export function drift(nowMs: number): Drift {
  const minute = Math.floor(nowMs / 60_000);
  const count = DRIFT_STEPS_PX.length;
  const [xPx, yPx] = DRIFT_STEPS_PX[((minute % count) + count) % count] ?? [0, 0];
  return { xPx, yPx };
}
