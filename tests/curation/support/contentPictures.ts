import { jpeg } from '#support/pictures/images.ts';
import { CONTENTS, takenAtOf } from './model/lists.ts';

/** A picture for each content, taken when the model says so. */
export function contentPictures(): Promise<Buffer[]> {
  const pictures = Array.from({ length: CONTENTS }, (_, content) => {
    const time = takenAtOf(content);
    const text = time === undefined ? undefined : new Date(time).toISOString().slice(0, 19);
    const takenAt = text?.replaceAll('-', ':').replace('T', ' ');
    return jpeg({ width: 60, height: 40, seed: content + 1, ...(takenAt && { takenAt }) });
  });
  return Promise.all(pictures);
}
