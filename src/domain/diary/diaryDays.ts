import type { DiaryEntry } from '#contract/diary/schemas.ts';
import { isSameState } from './diary.ts';

export const MINUTES_PER_DAY = 24 * 60;

/** Replaces known entries by new ones for the same minutes, in order. */
export function mergedDiary(known: readonly DiaryEntry[], reported: readonly DiaryEntry[]): DiaryEntry[] {
  let merged = [...known];
  for (const entry of reported) {
    const outside = merged.flatMap((one) => [
      ...partOf(one, -Infinity, entry.at),
      ...partOf(one, entry.at + entry.minutes, Infinity),
    ]);
    merged = [...outside, entry];
  }
  return joined(merged.sort((one, other) => one.at - other.at));
}

/** The entries of each day since 1970, cut at midnight UTC. */
export function byDay(entries: readonly DiaryEntry[]): Map<number, DiaryEntry[]> {
  const days = new Map<number, DiaryEntry[]>();
  for (const entry of entries) {
    const last = Math.floor((entry.at + entry.minutes - 1) / MINUTES_PER_DAY);
    for (let day = Math.floor(entry.at / MINUTES_PER_DAY); day <= last; day += 1) {
      const part = partOf(entry, day * MINUTES_PER_DAY, (day + 1) * MINUTES_PER_DAY);
      days.set(day, [...(days.get(day) ?? []), ...part]);
    }
  }
  return days;
}

/** The entries without the names of photos. */
export function withoutPhotos(entries: readonly DiaryEntry[]): DiaryEntry[] {
  return joined(entries.map(({ photo: _named, ...entry }) => entry));
}

/** The part of an entry between two minutes, if there is one. */
export function partOf(entry: DiaryEntry, from: number, to: number): DiaryEntry[] {
  const at = Math.max(entry.at, from);
  const minutes = Math.min(entry.at + entry.minutes, to) - at;
  if (minutes <= 0) return [];
  const { mark, ...rest } = entry;
  return [{ ...rest, at, minutes, ...(mark && at === entry.at && { mark }) }];
}

function joined(entries: readonly DiaryEntry[]): DiaryEntry[] {
  const all: DiaryEntry[] = [];
  for (const entry of entries) {
    const last = all.at(-1);
    const goesOn = last && !entry.mark && last.at + last.minutes === entry.at && isSameState(last, entry);
    if (goesOn) all[all.length - 1] = { ...last, minutes: last.minutes + entry.minutes };
    else all.push(entry);
  }
  return all;
}
