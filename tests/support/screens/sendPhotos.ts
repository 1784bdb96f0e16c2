import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UploadResponse, Album } from '#contract/photos/schemas.ts';
import type { ShareWithKey } from '#contract/shares/schemas.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { API_PATHS, UPLOAD_FIELD } from '#contract/paths.ts';
import { jpeg } from '../pictures/images.ts';
import type { ApiClient } from '#scripts/run/apiClient.ts';

const ICONS = join(import.meta.dirname, '../../../public/icons');
const BOUNDARY = 'photos-of-a-screen-test';

/** Uploads pictures of `public/icons` under other names. The form is written by hand, since jsdom's cannot be sent. */
export function sendPhotos(api: ApiClient, albumId: string, icons: Record<string, string>): Promise<UploadResponse> {
  const files = Object.entries(icons).map(([name, icon]) => ({ name, bytes: readFileSync(join(ICONS, icon)) }));
  return sendFiles(api, albumId, files);
}

let seed = 5_000;

/** A picture that no other call has returned. */
export async function anotherPicture(): Promise<Buffer<ArrayBuffer>> {
  seed += 1;
  return Buffer.from(await jpeg({ seed, width: 24, height: 16 }));
}

/** Uploads as many pictures as there are names, each another one. */
export async function sendOthers(api: ApiClient, albumId: string, names: string[]): Promise<UploadResponse> {
  return sendFiles(
    api,
    albumId,
    await Promise.all(names.map(async (name) => ({ name, bytes: await anotherPicture() }))),
  );
}

/** An album, called like its slug in capitals, with so many photos. */
export async function albumOf(api: ApiClient, slug: string, count: number): Promise<Album> {
  const album = await api.createAlbum(slug.toUpperCase(), slug);
  const names = Array.from({ length: count }, (_, index) => `${slug}-${index}.jpg`);
  if (count > 0) await sendOthers(api, album.id, names);
  return album;
}

/** The names of the photos that the server has in an album. */
export async function filenamesOf(api: ApiClient, album: Album): Promise<string[]> {
  const headers = { Authorization: `Bearer ${api.token}` };
  const response = await fetch(api.origin + API_PATHS.albumPhotos(album.id), { headers });
  const photos: { filename: string }[] = await response.json();
  return photos.map(({ filename }) => filename);
}

/** The same without the digits, which a photo loses when it is moved or copied. */
export async function stemsOf(api: ApiClient, album: Album): Promise<string[]> {
  return (await filenamesOf(api, album)).map((filename) => filename.replace(/-[0-9a-f]{32}\.jpg$/, ''));
}

interface SentFile {
  name: string;
  bytes: Buffer;
}

/** Another picture for each name, from a visitor with the key of a share. */
export async function sendAsGuest(origin: string, { albumId, key }: ShareWithKey, names: string[]): Promise<void> {
  const files = await Promise.all(names.map(async (name) => ({ name, bytes: await anotherPicture() })));
  await sendFiles({ origin, headers: { [SHARE_KEY_HEADER]: key } }, albumId, files);
}

interface Sender {
  origin: string;
  token?: string;
  headers?: Record<string, string>;
}

/** Uploads files as they are. */
async function sendFiles(api: Sender, albumId: string, files: SentFile[]): Promise<UploadResponse> {
  const parts = files.flatMap(({ name, bytes }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${UPLOAD_FIELD}"; filename="${name}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  const response = await fetch(api.origin + API_PATHS.albumPhotos(albumId), {
    method: 'POST',
    headers: {
      ...(api.headers ?? { Authorization: `Bearer ${api.token}` }),
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  });
  const body: UploadResponse = JSON.parse(await response.text());
  if (!response.ok || body.rejected.length > 0) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
  return body;
}
