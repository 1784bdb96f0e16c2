import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanionKind } from '#server/core/companionKind.ts';
import { UserError } from '#server/core/errors.ts';
import { heicFile } from '#support/pictures/heicFile.ts';
import { halvesTile } from '#support/pictures/heicSamples.ts';
import { jpeg } from '#support/pictures/images.ts';
import type { PhotoClient } from '#support/server/photoClient.ts';
import type { TestServer } from '#support/server/testServer.ts';
import { withClip } from './clipUploads.ts';
import { heicMotionPhoto, motionPhoto, olderMotionPhoto, samsungPhoto } from './motionPhotos.ts';
import { fragmented, movedToEnd, quickTime, video } from './videos.ts';

// Files that ten good ones become when bytes of them are lost or changed, drawn by seed.

interface GoodFile {
  name: string;
  /** A video of its own, or a picture with one in it. */
  kind: 'video' | 'picture';
  bytes: Buffer;
}

async function tenGoodFiles(): Promise<GoodFile[]> {
  const clip = await video();
  const picture = await jpeg({ width: 16, height: 16 });
  const heic = heicFile(halvesTile(), { columns: 1, rows: 1 });
  const files: [string, GoodFile['kind'], Uint8Array][] = [
    ['table first', 'video', clip],
    ['table last', 'video', await movedToEnd()],
    ['fragments', 'video', await fragmented()],
    ['QuickTime', 'video', await quickTime()],
    ['sound', 'video', await video({ hasSound: true })],
    ['upright', 'video', await video({ rotation: 90 })],
    ['Google', 'picture', motionPhoto(clip, { picture })],
    ['older Google', 'picture', olderMotionPhoto(clip, picture)],
    ['Samsung', 'picture', samsungPhoto(clip, { picture })],
    ['HEIC', 'picture', heicMotionPhoto(clip, { picture: heic })],
  ];
  return files.map(([name, kind, bytes]) => ({ name, kind, bytes: Buffer.from(bytes) }));
}

/** Numbers from 0 to 1 that follow from a seed. */
function drawnBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const EXTREMES = [0, 1, 7, 8, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_ff];

/** One to four of: a changed byte, an extreme number, a part of zeros, a part twice, an end that is missing. */
function damaged(good: Buffer, seed: number): Buffer {
  const next = drawnBy(seed);
  const below = (most: number) => Math.floor(next() * most);
  let bytes: Buffer = Buffer.from(good);
  for (let left = 1 + below(4); left > 0 && bytes.length > 16; left -= 1) {
    const at = below(bytes.length - 8);
    const end = Math.min(bytes.length, at + 1 + below(64));
    const harms: (() => Buffer)[] = [
      () => (bytes.writeUInt8(below(256), at), bytes),
      () => (bytes.writeUInt32BE(EXTREMES[below(EXTREMES.length)] ?? 0, at - (at % 4)), bytes),
      () => bytes.fill(0, at, end),
      () => Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]),
      () => bytes.subarray(0, 8 + at),
    ];
    bytes = harms[below(harms.length)]?.() ?? bytes;
  }
  return bytes;
}

export interface Damage {
  taken: number;
  refused: number;
  /** The files that were neither, with the server's own error. */
  broken: string[];
  /** The files that ended the process that read them. */
  ended: string[];
}

interface Door {
  client: PhotoClient;
  server: Pick<TestServer, 'dependencies'>;
}

/** Sends damaged files to the server: videos through its door, pictures as a source reads them. */
export async function sendDamaged(
  { client, server }: Door,
  { from, count }: { from: number; count: number },
): Promise<Damage> {
  const { companions, decoder } = server.dependencies.photos;
  const kind = companions.kindIn('clips');
  if (!kind) throw new Error('The server takes no clips');
  const good = await tenGoodFiles();
  const { id } = await client.createAlbum();
  const still = await jpeg({ width: 8, height: 8 });
  const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-damaged-'));
  const damage: Damage = { taken: 0, refused: 0, broken: [], ended: [] };
  const note = (what: string, result: string) => {
    if (result === 'taken' || result === 'refused') damage[result] += 1;
    else damage.broken.push(`${what}: ${result}`);
  };
  try {
    for (let seed = from; seed < from + count; seed += 1) {
      const file = good[seed % good.length];
      if (!file) continue;
      const bytes = damaged(file.bytes, seed);
      const { lost } = decoder.activity;
      const result =
        file.kind === 'video'
          ? await sent(client, { albumId: id, picture: Buffer.concat([still, Buffer.from(String(seed))]), bytes })
          : await read(kind, { folder, bytes });
      note(`${file.name} ${seed}`, result);
      if (decoder.activity.lost > lost) damage.ended.push(`${file.name} ${seed}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return damage;
}

async function sent(
  client: PhotoClient,
  { albumId, picture, bytes }: { albumId: string; picture: Buffer; bytes: Buffer },
): Promise<string> {
  const { status, body } = await client.send(albumId, withClip(picture, bytes));
  if (status !== 201) return `${status} ${body.message ?? ''}`;
  const [rejected] = body.rejected;
  if (rejected?.mayRetry) return rejected.message;
  return rejected ? 'refused' : 'taken';
}

async function read(kind: CompanionKind, { folder, bytes }: { folder: string; bytes: Buffer }): Promise<string> {
  const making = { signal: new AbortController().signal, owner: 'damaged' };
  const [from, to] = [join(folder, 'picture'), join(folder, 'clip')];
  await writeFile(from, bytes);
  await rm(to, { force: true });
  try {
    const within = await kind.within(from, making);
    if (!within) return 'refused';
    await kind.make({ from, within, to }, making);
    return 'taken';
  } catch (error) {
    return error instanceof UserError ? 'refused' : String(error);
  }
}
