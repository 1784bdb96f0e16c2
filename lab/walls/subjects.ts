import { DiaryCheck } from '../diary/diaryCheck.ts';
import type { CheckOf } from './check.ts';

/** By what they are about. */
export const CHECKS: Readonly<Record<string, CheckOf>> = {
  diary: DiaryCheck,
};
