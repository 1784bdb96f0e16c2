import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient, signInAsDev } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { brokenBy, type Fault, leftoversIn, soundnessOf, onServer } from '../fault.ts';

const BOUNDARY = 'broken-off';
const AT_ONCE = 4;
const SETTLE_MS = 20_000;

/** Uploads of several photos whose connection ends at a random byte. */
export const abortedUploads: Fault = {
  id: 'abortedUploads',
  name: 'uploads broken off at a random byte',
  run: ({ aborts }) =>
    onServer(async (server) => {
      const client = await ApiClient.signedIn(server.origin);
      const { token } = await signInAsDev(server.origin, 'admin');
      const album = await client.createAlbum('Aborted', 'aborted');
      const pictures = await Promise.all([1, 2, 3].map((seed) => jpeg({ width: 1200, height: 900, seed })));
      const url = new URL(server.origin + API_PATHS.albumPhotos(album.id));
      for (let done = 0; done < aborts; done += AT_ONCE) {
        const batch = Array.from({ length: Math.min(AT_ONCE, aborts - done) }, () =>
          breakOff(url, { token, form: formOf(pictures) }),
        );
        await Promise.all(batch);
      }
      const settledAfter = await settled(server.dataDir);
      const found = await soundnessOf(server.dataDir, []);
      const bytes = new Uint8Array(await jpeg({ seed: 99 }));
      const stillWorks = (await client.upload(album.id, [{ name: 'good.jpg', bytes }])).photos.length === 1;
      const figures = { aborts, 'temporary files afterwards': found.leftovers, 'settled after': `${settledAfter} ms` };
      return { figures, broken: [...brokenBy(found), ...(stillWorks ? [] : ['an upload afterwards failed'])] };
    }),
};

function formOf(pictures: Buffer[]): Buffer {
  const parts = pictures.flatMap((bytes, index) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="photos"; filename="${index}.jpg"\r\n\r\n`),
    bytes,
    Buffer.from(`${Math.random()}\r\n`),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function breakOff(url: URL, { token, form }: { token: string; form: Buffer }): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), '127.0.0.1', () => {
      const head = [
        `POST ${url.pathname} HTTP/1.1`,
        `Host: ${url.host}`,
        `Authorization: Bearer ${token}`,
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
        `Content-Length: ${form.length}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(form.subarray(0, Math.floor(Math.random() * form.length)));
      setTimeout(() => socket.destroy(), Math.random() * 200);
    });
    socket.on('error', () => undefined).on('close', () => resolve());
  });
}

async function settled(dataDir: string): Promise<number> {
  const started = performance.now();
  while ((await leftoversIn(dataDir)).length > 0 && performance.now() - started < SETTLE_MS) await wait(50);
  return Math.round(performance.now() - started);
}
