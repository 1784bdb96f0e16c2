import { DiaryCheck } from '../diary/diaryCheck.ts';
import type { CheckOf } from './check.ts';

/** By what they are about, in the words of the result. */
export const CHECKS: Readonly<Record<string, CheckOf>> = {
  'the diary': DiaryCheck,
};
