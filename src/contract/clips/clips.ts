import { pathOf } from '#contract/pathPatterns.ts';

/** The field of an upload's form with the clip of a photo; the two are matched by their names (`clipNameOf`). */
export const CLIP_FIELD = 'clips';

/** The format of every clip: H.264 in an MP4 file that begins with its table of contents, without sound. */
export const CLIP_TYPE = 'video/mp4';

/** A clip beyond these is not stored: the app makes a smaller one before it uploads. */
export const CLIP_BOUNDS = {
  seconds: 30,
  /** The longer side, in pixels. */
  longSide: 1920,
  framesPerSecond: 30,
  bytes: 20 * 1024 * 1024,
} as const;

/** The path pattern of a clip, relative to baseAssetUrl; `filename` is the photo's. */
export const CLIP_PATTERN = '/photos/:albumSlug/clip/:filename';

/** The path of a photo's clip, relative to baseAssetUrl. */
export function clipPath({ albumSlug, filename }: { albumSlug: string; filename: string }): string {
  return pathOf(CLIP_PATTERN, { albumSlug, filename });
}

/** The path at which a browser saves the clip as a file. */
export function clipDownloadPath(photo: { albumSlug: string; filename: string }): string {
  return `${clipPath(photo)}?download=1`;
}

const CLIP_EXTENSION = '.mp4';

/** The name under which the clip of a picture is uploaded: `IMG_1.HEIC.mp4` for `IMG_1.HEIC`. */
export function clipNameOf(pictureName: string): string {
  return `${pictureName}${CLIP_EXTENSION}`;
}

/** The name of the picture whose clip is uploaded under this name; undefined for a name that no clip has. */
export function pictureNameOf(clipName: string): string | undefined {
  return clipName.toLowerCase().endsWith(CLIP_EXTENSION) ? clipName.slice(0, -CLIP_EXTENSION.length) : undefined;
}
