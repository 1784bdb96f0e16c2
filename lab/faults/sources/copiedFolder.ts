import { mkdir, mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS } from '#contract/paths.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { jpeg } from '#support/pictures/images.ts';
import { type Fault, onServer } from '../fault.ts';
import { SourceWatch } from './sourceWatch.ts';

const FOLDERS = 40;
const COPIERS = 12;
/** Longer than a file has to stand still. */
const STALL_MS = 7_000;
const STALL_EVERY = 500;
const RENAMED_EVERY = 20;
const LATE_FILES = 10;
const PROMISED_MS = 20_000;
const LOOK_EVERY_MS = 200;

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;

/** Writes a file in three parts with pauses, as a slow line does. */
async function slowly(path: string, bytes: Buffer, pauseMs: number): Promise<void> {
  const file = await open(path, 'w');
  const third = Math.ceil(bytes.length / 3);
  for (let start = 0; start < bytes.length; start += third) {
    await file.write(bytes.subarray(start, start + third));
    await wait(pauseMs);
  }
  await file.close();
}

/** Copies a file in one of the ways in which people's programs copy. */
async function copy(folder: string, index: number, bytes: Buffer): Promise<void> {
  const path = join(folder, `IMG_${index}.jpg`);
  const pause = index % STALL_EVERY === 1 ? STALL_MS : 40 + (index % 7) * 20;
  if (index % 4 === 0) return writeFile(path, bytes);
  if (index % 4 === 1) return slowly(path, bytes, pause);
  const temporary = index % 4 === 2 ? join(folder, `.IMG_${index}.jpg.k3Xb9Q`) : `${path}.part`;
  await slowly(temporary, bytes, pause);
  await rename(temporary, path);
}

/** Many files that are copied slowly into a followed folder and renamed, and single ones that come later. */
export const copiedFolder: Fault = {
  id: 'copiedFolder',
  slow: true,
  name: 'files copied slowly into a followed folder and renamed',
  run: async ({ copiedFiles }) => {
    const root = await mkdtemp(join(tmpdir(), 'circuit-tree-copied-'));
    try {
      return await onServer((server) => copied(server, root, copiedFiles), { env: { SOURCE_DIRS: root } });
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};

async function copied(server: { origin: string; kioskKey: string }, root: string, copiedFiles: number) {
  const nas = join(root, 'nas');
  const folder = (index: number) => join(nas, `Album ${index % FOLDERS}`);
  await mkdir(nas);
  const watch = await SourceWatch.on(server, { kind: 'folder', path: nas, albumId: null });
  for (let index = 0; index < FOLDERS; index += 1) await mkdir(folder(index));
  const picture = await jpeg({ width: 60, height: 40, seed: 1 });
  const bytesOf = (index: number) => Buffer.concat([picture, Buffer.from(`picture ${index}`)]);

  const started = performance.now();
  const all = Array.from({ length: copiedFiles }, (_, index) => index).values();
  await Promise.all(
    Array.from({ length: COPIERS }, async () => {
      for (const index of all) await copy(folder(index), index, bytesOf(index));
    }),
  );
  const copying = performance.now() - started;
  await watch.until(({ state, photos }) => state === 'ok' && photos >= copiedFiles);
  const taking = performance.now() - started;

  const renamed = Array.from({ length: copiedFiles }, (_, index) => index).filter(
    (index) => index % RENAMED_EVERY === 0,
  );
  for (const index of renamed)
    await rename(join(folder(index), `IMG_${index}.jpg`), join(folder(index), `Lake ${index}.jpg`));

  const slowest = await lateFiles(server, { watch, folder, bytesOf, copiedFiles });
  await watch.read(({ state, lastReadAt }, before) => state === 'ok' && lastReadAt !== before.lastReadAt);
  const lists = await Promise.all(
    (await allAlbums(watch)).map(({ id }) => watch.get<Photo[]>(API_PATHS.albumPhotos(id))),
  );
  const photos = lists.flat();
  const { refused } = await watch.source();
  const wanted = copiedFiles + LATE_FILES;
  const half = photos.filter(({ width, height }) => width !== 60 || height !== 40).length;
  const trash = await watch.get<unknown[]>('/photos/trash');
  const broken = [
    ...(photos.length === wanted ? [] : [`${photos.length} photos of ${wanted} files`]),
    ...(half === 0 ? [] : [`${half} half photos`]),
    ...(trash.length === 0 ? [] : [`${trash.length} were deleted`]),
    ...(refused.length === 0 ? [] : [`${refused.length} named as refused, such as ${JSON.stringify(refused[0])}`]),
    ...(slowest <= PROMISED_MS ? [] : [`a new file was on the wall's list after ${Math.round(slowest)} ms`]),
  ];
  const figures = { files: copiedFiles, copied: seconds(copying), 'all taken': seconds(taking) };
  return { figures: { ...figures, renamed: renamed.length, 'slowest new file of 10': seconds(slowest) }, broken };
}

async function allAlbums(watch: SourceWatch): Promise<Album[]> {
  const below = (albums: Album[]): Album[] => albums.flatMap((album) => [album, ...below(album.childAlbums)]);
  return below(await watch.get<Album[]>(API_PATHS.albums));
}

interface Late {
  watch: SourceWatch;
  folder: (index: number) => string;
  bytesOf: (index: number) => Buffer;
  copiedFiles: number;
}

/** The longest time from the end of a copy until the list of a wall has the photo. */
async function lateFiles({ origin, kioskKey }: { origin: string; kioskKey: string }, late: Late): Promise<number> {
  const { watch, folder, bytesOf, copiedFiles } = late;
  const albums = await allAlbums(watch);
  const onWall = async (albumId: string) => {
    const headers = { 'X-API-Key': kioskKey };
    const photos: Photo[] = await (await fetch(origin + API_PATHS.albumPhotos(albumId), { headers })).json();
    return photos.length;
  };
  let slowest = 0;
  for (let index = copiedFiles; index < copiedFiles + LATE_FILES; index += 1) {
    const album = albums.find(({ name }) => folder(index).endsWith(`/${name}`));
    if (!album) throw new Error(`There is no album of ${folder(index)}`);
    const before = await onWall(album.id);
    await copy(folder(index), index, bytesOf(index));
    const whole = performance.now();
    while ((await onWall(album.id)) <= before && performance.now() - whole < 10 * PROMISED_MS)
      await wait(LOOK_EVERY_MS);
    slowest = Math.max(slowest, performance.now() - whole);
  }
  return slowest;
}
