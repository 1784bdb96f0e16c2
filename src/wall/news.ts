import { Diary } from './diary/diary.ts';
import type { News } from './slots.ts';

/** The news sent with the reports of a tablet, by subject. */
export const NEWS: Readonly<Record<string, new (apiKey: string) => News>> = {
  diary: Diary,
};
