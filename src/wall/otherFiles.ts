import { clipFiles } from './clips/clipFiles.ts';
import type { OtherFiles } from './slots.ts';

/** The files beside the images of photos, by subject. */
export const OTHER_FILES: Readonly<Record<string, OtherFiles>> = {
  clips: clipFiles,
};
