import { expect, test } from 'vitest';
import { checkTables } from '#server/clips/videoTables.ts';
import { claiming, fragmented, movedToEnd, quickTime, video } from '../support/videos.ts';

const MOST = 0xff_ff_ff_ff;
const EACH_OF_A_RUN = 0xf_00;

function checked(bytes: Buffer): Promise<void> {
  return checkTables(new Blob([new Uint8Array(bytes)]));
}

test.each<[string, () => Promise<Buffer>]>([
  ['that begins with its table', () => video()],
  ['that ends with its table', movedToEnd],
  ['in fragments', fragmented],
  ['of QuickTime', quickTime],
  ['with sound', () => video({ hasSound: true })],
])('a good video %s passes', async (_name, make) => {
  await expect(checked(await make())).resolves.toBeUndefined();
});

test.each<[string, Parameters<typeof claiming>[1]]>([
  ['frames in a chunk', { box: 'stsc', at: 12, number: MOST }],
  ['one frame more in a chunk than there are', { box: 'stsc', at: 12, number: 13 }],
  ['chunks', { box: 'stco', at: 4, number: MOST }],
  ['rows of chunks', { box: 'stsc', at: 4, number: MOST }],
  ['sizes', { box: 'stsz', at: 8, number: MOST }],
  ['rows of times', { box: 'stts', at: 4, number: MOST }],
  ['first frames', { box: 'stss', at: 4, number: MOST }],
])('a table that claims more %s than its bytes hold is damaged', async (_name, claim) => {
  await expect(checked(claiming(await video(), claim))).rejects.toThrow('damaged');
});

test('a fragment that claims more frames than its bytes hold is damaged', async () => {
  const bytes = await fragmented();
  const flags = bytes.readUInt32BE(bytes.indexOf('trun', 0, 'latin1') + 4);
  expect(flags & EACH_OF_A_RUN).not.toBe(0);
  await expect(checked(claiming(bytes, { box: 'trun', at: 4, number: 1_000 }))).rejects.toThrow('damaged');
});

test.each<[string, () => Promise<Buffer>]>([
  // Where all have one size or none of their own, the bytes say nothing about how many there are.
  [
    'of one size',
    async () => claiming(await video(), { box: 'stsz', at: 4, number: 1 }, { box: 'stsz', at: 8, number: MOST }),
  ],
  ['of one time', async () => claiming(await video(), { box: 'stts', at: 8, number: MOST })],
  [
    'in a fragment that says nothing about each',
    async () => claiming(await fragmented(), { box: 'trun', at: 0, number: 1 }, { box: 'trun', at: 4, number: MOST }),
  ],
])('a video with thousands of millions of frames %s is too long', async (_name, make) => {
  await expect(checked(await make())).rejects.toThrow('longer than 30 seconds');
});

test('a chunk of sound may have more samples than are listed', async () => {
  const bytes = await video({ hasSound: true });
  const sound = bytes.lastIndexOf('trak', undefined, 'latin1');
  const claimed = Buffer.concat([
    bytes.subarray(0, sound),
    claiming(bytes.subarray(sound), { box: 'stsc', at: 12, number: 48_000 }),
  ]);
  await expect(checked(claimed)).resolves.toBeUndefined();
});

test('boxes without end are too many', async () => {
  const box = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')]);
  await expect(checked(Buffer.concat(Array.from({ length: 60_000 }, () => box)))).rejects.toThrow('longer');
});

test('a video cut off at any byte, or with any byte at its most, is read without another error', async () => {
  for (const whole of [await video(), await fragmented()]) {
    for (let at = 0; at < whole.length; at += 3) {
      const other = Buffer.from(whole);
      other.writeUInt8(0xff, at);
      for (const bytes of [whole.subarray(0, at), other]) {
        await checked(bytes).catch((error: unknown) => expect(error).toMatchObject({ name: 'VideoRefusal' }));
      }
    }
  }
});
