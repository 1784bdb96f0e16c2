import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS, imagePath, UPLOAD_FIELD } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { type Fault, type Finding, onServer } from '../fault.ts';

const BOUNDARY = 'boundary';
const ARRIVING_MS = 150;
const DECODING_MS = 5_000;

/** The photos' file system turns read-only in the middle of an upload, and is writable again later. */
export const readOnlyDisk: Fault = {
  id: 'readOnlyDisk',
  name: 'a disk that turns read-only',
  run: () => onServer((server) => turnReadOnly(server.origin, join(server.dataDir, 'photos'))),
};

async function turnReadOnly(origin: string, folder: string): Promise<Finding> {
  const client = await ApiClient.signedIn(origin);
  const album = await client.createAlbum('Still here', 'still-here');
  const send = async (seed: number) =>
    client.upload(album.id, [{ name: `${seed}.jpg`, bytes: new Uint8Array(await jpeg({ seed })) }]);
  const [photo] = (await send(1)).photos;
  const cut = upload(`${origin}${API_PATHS.albumPhotos(album.id)}`, client.token);
  cut.write(await jpeg({ seed: 2, width: 4000, height: 3000 }));
  // Received, and not decoded yet.
  await wait(ARRIVING_MS);
  if (!setReadOnly(folder)) {
    cut.destroy();
    return { figures: { skipped: 'this machine lets nobody but root mount a file system' }, broken: [] };
  }
  await wait(DECODING_MS);
  cut.finish(await jpeg({ seed: 3 }));
  const during = await cut.status;
  const refused = await statusOf(send(4));
  const read = photo ? await readStatus(origin + imagePath(photo, 'medium')) : 0;
  setWritable(folder);
  const after = await statusOf(send(5));
  const figures = { 'upload under way': during, 'next upload': refused, 'a read': read, 'when writable again': after };
  // Its first picture may have been stored before.
  const isHeld = during > 0 && refused === 503 && read === 200 && after === 201;
  return { figures, broken: isHeld ? [] : ['the statuses are not any, 503, 200 and 201'] };
}

/** Zero when there is no response. */
async function readStatus(url: string): Promise<number> {
  try {
    return (await fetch(url)).status;
  } catch {
    return 0;
  }
}

async function statusOf(sending: Promise<unknown>): Promise<number> {
  try {
    await sending;
    return 201;
  } catch (error) {
    return Number(/^(\d{3}) from/.exec(error instanceof Error ? error.message : '')?.[1] ?? 0);
  }
}

interface OpenUpload {
  write(bytes: Buffer): void;
  finish(bytes: Buffer): void;
  destroy(): void;
  /** Zero when there was no response. */
  status: Promise<number>;
}

/** A form with two files, of which the second has only begun. */
function upload(url: string, token: string): OpenUpload {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const sending = request(url, { method: 'POST', headers });
  const status = new Promise<number>((resolve) => {
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sending.on('error', () => resolve(0));
  });
  const part = (name: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${UPLOAD_FIELD}"; filename="${name}"\r\n\r\n`;
  return {
    status,
    write: (bytes) => {
      sending.write(part('first.jpg'));
      sending.write(bytes);
      sending.write(`\r\n${part('second.jpg')}`);
    },
    finish: (bytes) => {
      sending.write(bytes);
      sending.end(`\r\n--${BOUNDARY}--\r\n`);
    },
    destroy: () => sending.destroy(),
  };
}

/** A mount of the folder over itself: open files continue, new ones find a disk that cannot be written. */
function setReadOnly(folder: string): boolean {
  if (spawnSync('mount', ['--bind', folder, folder]).status !== 0) return false;
  return spawnSync('mount', ['-o', 'remount,bind,ro', folder]).status === 0;
}

function setWritable(folder: string): void {
  spawnSync('umount', [folder]);
}
