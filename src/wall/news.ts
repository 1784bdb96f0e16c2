import { Diary } from './diary/diary.ts';
import type { News } from './slots.ts';

/** What is sent with the reports of a tablet, by name. */
export const NEWS: Readonly<Record<string, new (apiKey: string) => News>> = {
  diary: Diary,
};
