import { heicMotionPhoto, motionPhoto } from './motionPhotos.ts';
import { video } from './videos.ts';

/** A picture of a generated Takeout. */
interface Exported {
  name: string;
  /** The name of its sidecar; an edited copy has none of its own. */
  sidecar?: string;
  /** The minute in which it was taken. */
  minute: number;
  /** The length of its clip in seconds, by which each clip is told from the others. */
  seconds?: number;
  /** The name of its video's file; a clip without one is in the picture's own bytes. */
  video?: string;
  isTrashed?: true;
}

const FOLDER = 'Google Photos/Photos from 2023';
/** Google cuts the name of a file to this length, before its extension. */
const CUT = '20230529_155539_a_very_long_name_of_a_photo_that_i'.slice(0, 47);

/** The names that every Takeout has, and a pair that was in the trash there. */
export const USUAL: readonly Exported[] = [
  { name: 'IMG_1.jpg', sidecar: 'IMG_1.jpg.supplemental-metadata.json', minute: 1, seconds: 1, video: 'IMG_1.MP4' },
  { name: 'IMG_1-edited.jpg', minute: 1 },
  {
    name: 'IMG_1(1).jpg',
    sidecar: 'IMG_1.jpg.supplemental-metadata(1).json',
    minute: 2,
    seconds: 2,
    video: 'IMG_1(1).MP4',
  },
  {
    name: 'PXL_3.MP.jpg',
    sidecar: 'PXL_3.MP.jpg.supplemental-metadata.json',
    minute: 3,
    seconds: 3,
    video: 'PXL_3.MP',
  },
  { name: 'PXL_4.MP.jpg', sidecar: 'PXL_4.MP.jpg.supplement.json', minute: 4, seconds: 4 },
  { name: 'gone.jpg', sidecar: 'gone.jpg.json', minute: 5, seconds: 5, video: 'gone.MP4', isTrashed: true },
];

/** The rarer ones as well: another version, a cut name, HEIC. */
export const ALL: readonly Exported[] = [
  ...USUAL,
  { name: 'PXL_3.MP~2.jpg', sidecar: 'PXL_3.MP~2.jpg.json', minute: 6, seconds: 6, video: 'PXL_3.MP~2' },
  { name: 'PXL_4.MP-edited.jpg', minute: 4 },
  { name: `${CUT}.jpg`, sidecar: `${CUT.slice(0, 46)}.json`, minute: 7, seconds: 7, video: `${CUT}.mp4` },
  { name: 'IMG_2.HEIC', sidecar: 'IMG_2.HEIC.json', minute: 8, seconds: 8, video: 'IMG_2.MP4' },
  { name: 'PXL_5.HEIC', sidecar: 'PXL_5.HEIC.json', minute: 9, seconds: 9 },
  { name: 'still.jpg', sidecar: 'still.jpg.json', minute: 10 },
];

/** A video by itself, with a sidecar of its own. */
export const FILM = { name: 'VID_6.mp4', minute: 11, seconds: 11 };

/** The facts about a photo that have to arrive. */
export interface ArrivedPhoto {
  takenAt: string | undefined;
  seconds: number | undefined;
}

/** The facts of these pictures, as they have to arrive. */
export function expectedOf(pictures: readonly Exported[]): ArrivedPhoto[] {
  const arriving = pictures.filter(({ isTrashed }) => !isTrashed);
  return arriving.map(({ minute, seconds }) => ({ takenAt: timeOf(minute).toISOString(), seconds }));
}

export function timeOf(minute: number): Date {
  return new Date(Date.UTC(2023, 4, 29, 12, minute));
}

export function sorted(photos: readonly ArrivedPhoto[]): ArrivedPhoto[] {
  const textOf = ({ takenAt = '', seconds = 0 }: ArrivedPhoto) => `${takenAt} ${seconds}`;
  return photos.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

/** Makes a picture without a time of its own, each seed another. */
type MakePicture = (seed: number, kind: 'jpeg' | 'heic') => Promise<Buffer>;

/** The files of a Takeout with these pictures and a video by itself, by their paths. */
export async function takeoutWithClips(pictures: readonly Exported[], make: MakePicture): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const [seed, one] of pictures.entries()) {
    const clip = one.seconds === undefined ? undefined : await video({ slower: one.seconds });
    const picture = await make(seed + 1, one.name.endsWith('.HEIC') ? 'heic' : 'jpeg');
    files.set(`${FOLDER}/${one.name}`, clip && one.video === undefined ? withVideo(picture, clip) : picture);
    if (clip && one.video !== undefined) files.set(`${FOLDER}/${one.video}`, clip);
    if (one.sidecar !== undefined) files.set(`${FOLDER}/${one.sidecar}`, sidecarOf(one));
  }
  files.set(`${FOLDER}/${FILM.name}`, await video({ slower: FILM.seconds }));
  files.set(`${FOLDER}/${FILM.name}.supplemental-metadata.json`, sidecarOf(FILM));
  return files;
}

function withVideo(picture: Buffer, clip: Buffer): Buffer {
  const isJpeg = picture[0] === 0xff;
  return Buffer.from(isJpeg ? motionPhoto(clip, { picture }) : heicMotionPhoto(clip, { picture }));
}

function sidecarOf({ name, minute, isTrashed }: Pick<Exported, 'name' | 'minute' | 'isTrashed'>): Buffer {
  const timestamp = String(timeOf(minute).getTime() / 1_000);
  const content = { title: name, imageViews: '1', photoTakenTime: { timestamp }, ...(isTrashed && { trashed: true }) };
  return Buffer.from(JSON.stringify(content));
}
