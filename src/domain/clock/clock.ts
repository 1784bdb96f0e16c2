const TICK_MS = 1_000;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

interface ClockTexts {
  /** 'h:mm' in 12-hour form, 'HH:mm' in 24-hour form. */
  time: string;
  /** Undefined in 24-hour form. */
  half: 'am' | 'pm' | undefined;
  date: string;
  weekday: string;
}

/** The way a clock is written: `locale` is BCP 47, such as 'de'. */
export interface ClockStyle {
  hours: 12 | 24;
  locale: string;
}

export const DEFAULT_CLOCK_STYLE: ClockStyle = { hours: 12, locale: 'en' };

export function clockTexts(now: Date, { hours: form, locale }: ClockStyle = DEFAULT_CLOCK_STYLE): ClockTexts {
  const hours = now.getHours();
  const minutes = twoDigits(now.getMinutes());
  return {
    time: form === 24 ? `${twoDigits(hours)}:${minutes}` : `${hours % 12 || 12}:${minutes}`,
    half: form === 24 ? undefined : hours < 12 ? 'am' : 'pm',
    ...dayTexts(now, locale),
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** In plain English the date is 'y.m.d' without padding; in other languages it is as usual there. */
function dayTexts(now: Date, locale: string): Pick<ClockTexts, 'date' | 'weekday'> {
  if (locale !== DEFAULT_CLOCK_STYLE.locale) {
    try {
      return { date: now.toLocaleDateString(locale), weekday: now.toLocaleDateString(locale, { weekday: 'long' }) };
    } catch {
      // Not the name of a language.
    }
  }
  return {
    date: `${now.getFullYear()}.${now.getMonth() + 1}.${now.getDate()}`,
    weekday: WEEKDAYS[now.getDay()] ?? '',
  };
}

/** Milliseconds until the next whole second, so that the clock changes exactly with the second. Never 0. */
export function msToNextSecond(nowMs: number): number {
  const past = ((nowMs % TICK_MS) + TICK_MS) % TICK_MS;
  return TICK_MS - past;
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

interface Drift {
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
