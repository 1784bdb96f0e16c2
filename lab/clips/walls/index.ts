import type { WallSubject } from '../../walls/subject.ts';
import { ClipCheck } from './clipCheck.ts';
import { CLIP_FAULTS } from './clipFaults.ts';
import { CLIP_MISHAPS } from './clipMishaps.ts';

/** A share of the photos moves, and whatever becomes of a clip, its photo is on the wall. */
export const clips: WallSubject = { Check: ClipCheck, mishaps: CLIP_MISHAPS, planted: CLIP_FAULTS };
