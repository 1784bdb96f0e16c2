import { CLIP_TYPE } from '#contract/clips/clips.ts';
import { clipPairs, isVideoName } from '#domain/clips/clipPairs.ts';
import { embeddedClip } from '#domain/clips/embeddedClip.ts';
import { HEAD_BYTES, isImageName, isVideoContent } from '#domain/uploads/imageKinds.ts';
import type { Preparation } from '#src/shared/slots.ts';

/** Photos that move: a picture with its clip from a video beside it or in its own bytes, or both made of a video. */
export const clips: Preparation = {
  accept: 'video/mp4,video/quicktime,video/webm,.mp4,.mov,.m4v,.webm',
  companionsIn: (names) => {
    const pictures = names.filter(isImageName);
    // The name of two files says of neither which picture it goes with.
    const once = names.filter((name) => names.indexOf(name) === names.lastIndexOf(name));
    return new Map([...clipPairs(pictures, once.filter(isVideoName))].map(([picture, video]) => [video, picture]));
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
