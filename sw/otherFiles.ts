import { clips } from './clips/clips.ts';
import type { OtherFiles } from './slots.ts';

/** The files beside the images of photos, by subject. */
export const OTHER_FILES: Readonly<Record<string, OtherFiles>> = {
  clips,
};

/** Makes room for images. Returns false where no other file is stored. */
export async function evictOtherFiles(): Promise<boolean> {
  for (const { evict } of Object.values(OTHER_FILES)) if (await evict()) return true;
  return false;
}
