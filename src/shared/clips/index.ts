import { CLIP_TYPE } from '#contract/clips/clips.ts';
import { clipPairs, isVideoName } from '#domain/clips/clipPairs.ts';
import { embeddedClip } from '#domain/clips/embeddedClip.ts';
import { HEAD_BYTES, isImageName, isVideoContent } from '#domain/uploads/imageKinds.ts';
import type { Preparation } from '#src/shared/slots.ts';

/** Photos that move: a picture with its clip from a video beside it or in its own bytes, or both made of a video. */
export const clips: Preparation = {
  accept: 'video/mp4,video/quicktime,video/webm,.mp4,.mov,.m4v,.webm',
  companionsIn: (names) => {
    // The name of two files, such as those of two folders, says of neither what it goes with.
    const [seen, twice] = [new Set<string>(), new Set<string>()];
    for (const name of names) (seen.has(name) ? twice : seen).add(name);
    const once = names.filter((name) => !twice.has(name));
    const pairs = clipPairs(once.filter(isImageName), once.filter(isVideoName));
    return new Map([...pairs].map(([picture, video]) => [video, picture]));
  },
  takesName: isVideoName,
  takesContent: isVideoContent,
  async prepare(file, preparing) {
    const isVideo = isVideoContent(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
    const video = isVideo ? file : (preparing.companion ?? (await videoIn(file)));
    if (!video) return undefined;
    const { photoOf, withClip } = await import('./prepareClip.later.ts');
    return isVideo ? photoOf(file, preparing) : withClip(file, video, preparing);
  },
};

/** The video of a motion photo. */
async function videoIn(picture: File): Promise<Blob | undefined> {
  const place = await embeddedClip(picture);
  return place && picture.slice(place.start, place.end, CLIP_TYPE);
}
