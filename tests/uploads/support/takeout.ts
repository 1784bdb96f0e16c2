import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A picture of a generated Takeout, with the facts that have to arrive. */
interface Exported {
  /** The path of the picture. */
  path: string;
  /** The path of its sidecar; undefined: it has none. */
  sidecar?: string;
  takenAt?: string;
  caption?: string;
  isTrashed?: true;
  /** An edited copy, which has no sidecar of its own. */
  isEdited?: true;
}

const ALBUM = 'Google Photos/Sommer am See';
const YEAR = 'Google Photos/Photos from 2019';
const LONG = '20190529_155539_a_very_long_name_of_a_photo_that_i';

let seconds = Date.UTC(2019, 4, 29) / 1_000;
const ORIGINAL = one(`${ALBUM}/IMG_2.jpg`, 'IMG_2.jpg.supplemental-metadata.json', 'Grüße, 東京 & “more”');

/** A Takeout as it comes: albums by their title, a folder for each year, and every form of a sidecar's name. */
const EXPORTED: Exported[] = [
  one(`${ALBUM}/IMG_1.jpg`, 'IMG_1.jpg.json', 'At the lake'),
  one(`${ALBUM}/IMG_1(1).jpg`, 'IMG_1.jpg(1).json', 'The same name once more'),
  ORIGINAL,
  { ...ORIGINAL, path: `${ALBUM}/IMG_2-edited.jpg`, isEdited: true },
  one(`${ALBUM}/IMG_3(2).jpg`, 'IMG_3.jpg.supplemental-metadata(2).json', ''),
  one(
    `${YEAR}/PXL_20190102_123456789.PORTRAIT-01.jpg`,
    'PXL_20190102_123456789.PORTRAIT-01.jpg.supplem.json',
    'Portrait',
  ),
  one(`${YEAR}/${LONG.slice(0, 47)}.jpg`, `${LONG.slice(0, 46)}.json`, 'A name cut at 46'),
  one(`${YEAR}/${LONG.slice(0, 40)}.jpg`, `${LONG.slice(0, 40)}.jpg.s.json`, 'An ending cut to a letter'),
  { ...one(`${YEAR}/gone.jpg`, 'gone.jpg.json', 'Deleted there'), isTrashed: true },
  { path: `${YEAR}/without.jpg` },
];

function one(path: string, sidecar: string, caption: string): Exported {
  seconds += 3_600;
  const takenAt = new Date(seconds * 1_000).toISOString();
  const folder = path.slice(0, path.lastIndexOf('/'));
  return { path, sidecar: `${folder}/${sidecar}`, takenAt, ...(caption && { caption }) };
}

export interface ExpectedPhoto {
  album: string;
  name: string;
  takenAt: string | undefined;
  caption: string | undefined;
}

/** Every photo that has to be there, with the album's title, time and caption. */
export const EXPECTED_OF_TAKEOUT: ExpectedPhoto[] = EXPORTED.filter(({ isTrashed }) => !isTrashed).map(
  ({ path, takenAt, caption }) => {
    const [, folder = '', name = ''] = path.split('/');
    return { album: folder === 'Sommer am See' ? 'Summer at the Lake' : folder, name, takenAt, caption };
  },
);

/** The files by their paths; `picture` makes a picture without a time of its own. */
export async function takeoutFiles(picture: (seed: number) => Promise<Buffer>): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const [seed, { path, sidecar, takenAt = '', caption = '', isTrashed, isEdited }] of EXPORTED.entries()) {
    files.set(path, await picture(500 + seed));
    if (sidecar === undefined || isEdited) continue;
    const timestamp = String(Date.parse(takenAt) / 1_000);
    const told = {
      title: path.split('/').at(-1),
      description: caption,
      imageViews: '1',
      photoTakenTime: { timestamp },
    };
    files.set(sidecar, Buffer.from(JSON.stringify({ ...told, ...(isTrashed && { trashed: true }) })));
  }
  files.set(
    `${ALBUM}/Metadaten.json`,
    Buffer.from(JSON.stringify({ title: 'Summer at the Lake', access: 'protected' })),
  );
  files.set('Google Photos/print-subscriptions.json', Buffer.from('{}'));
  return files;
}

export async function writeTakeout(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
