const VIDEO = /\.(?:mp4|mov|m4v|webm)$/i;
/** The video that Google Photos exports beside `NAME.MP.jpg` or `NAME.MP~2.jpg`, without an extension of its own. */
const EXPORTED = /\.(?:mp|mv)(?:~\d+)?$/i;
const PICTURES_FIRST = /\.hei[cf]$/i;

/** Whether a file is a video that may be a clip, by its name. */
export function isVideoName(name: string): boolean {
  return VIDEO.test(name) || EXPORTED.test(name);
}

/**
 * The video of each picture among the files of one folder, by the picture's name: `IMG_1.MOV` for `IMG_1.HEIC`. Of two
 * pictures with the name of one video the HEIC has it, which is the camera's own.
 */
export function clipPairs(pictures: readonly string[], videos: readonly string[]): Map<string, string> {
  const pictureOf = new Map<string, string>();
  for (const picture of pictures) {
    const stem = stemOf(picture);
    if (!pictureOf.has(stem) || PICTURES_FIRST.test(picture)) pictureOf.set(stem, picture);
  }
  const pairs = new Map<string, string>();
  for (const video of videos.filter(isVideoName)) {
    const picture = pictureOf.get(EXPORTED.test(video) ? folded(video) : stemOf(video));
    if (picture !== undefined && !pairs.has(picture)) pairs.set(picture, video);
  }
  return pairs;
}

function stemOf(name: string): string {
  return folded(name.replace(/\.[^.]*$/, ''));
}

/** Systems differ in how they write capitals and accents. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
