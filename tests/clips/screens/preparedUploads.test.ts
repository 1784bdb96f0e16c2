import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLIP_FIELD } from '#contract/clips/clips.ts';
import { UPLOAD_MADE_FROM_FIELD } from '#contract/paths.ts';
import type { ClipMessage, ClipRequest } from '#src/shared/clips/makeClip.ts';
import type { FinalState, UploadRequest } from '#src/shared/api/upload.ts';
import { summaryOf } from '#domain/uploads/uploadState.ts';
import { Uploader } from '#src/shared/uploads/Uploader.ts';
import { motionPhoto, videoHead } from '../support/motionPhotos.ts';

// jsdom has no workers: here one does what each test tells it. The real one runs in the journey.

const ALBUM = { id: 'a', name: 'Album', slug: 'album' };
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const picture = (name: string) => new File([JPEG], name);
const video = (name: string) => new File([Uint8Array.from(videoHead(2_000))], name);
const done = (rejected: { filename: string; message: string }[] = []): FinalState => ({
  status: 'complete',
  data: { photos: [], duplicates: [], rejected },
});

class FakeWorker extends EventTarget {
  static readonly all: FakeWorker[] = [];
  request: ClipRequest | undefined;
  isEnded = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(request: ClipRequest): void {
    this.request = request;
    queueMicrotask(() => {
      for (const message of messages()) this.dispatchEvent(new MessageEvent('message', { data: message }));
    });
  }

  terminate(): void {
    this.isEnded = true;
  }
}

/** The messages of each worker. */
let messages: () => ClipMessage[];
let requests: UploadRequest[];
let responses: FinalState[];

const MADE = { clip: new Blob(['clip']), still: new Blob(['still']), hash: 'abc', takenAt: Date.UTC(2026, 6, 1) };

beforeEach(() => {
  FakeWorker.all.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
  messages = () => [MADE];
  requests = [];
  responses = [];
});
afterEach(() => vi.unstubAllGlobals());

async function send(request: UploadRequest): Promise<FinalState> {
  requests.push(request);
  return responses.shift() ?? done();
}

function uploaderOf(known?: readonly string[]) {
  const contents = { hashOf: async ({ name }: File) => name, knownOf: async () => [...(known ?? [])] };
  return new Uploader(send, known && contents);
}

/** The requests as they are sent: the photos of each, with what belongs to them. */
const sent = () =>
  requests.map(({ files, partsOf, aboutFile }) =>
    files.map((file) => {
      const { before, beside } = partsOf?.(file) ?? {};
      const takenAt = aboutFile?.(file)?.takenAt;
      return {
        photo: file.name,
        ...(beside && { [beside.field]: beside.file.name }),
        ...before,
        ...(takenAt !== undefined && { takenAt }),
      };
    }),
  );

async function settled(uploader: Uploader) {
  await expect.poll(() => uploader.isBusy()).toBe(false);
  return summaryOf(uploader.queue(), 'a');
}

test('a picture and its video are one photo, sent in a request of its own', async () => {
  const uploader = uploaderOf();
  uploader.add(ALBUM, [picture('1.jpg'), video('IMG_2.MOV'), picture('IMG_2.HEIC'), picture('3.jpg')]);
  const { counts, total } = await settled(uploader);
  expect(sent()).toEqual([
    [{ photo: '1.jpg' }],
    [{ photo: 'IMG_2.HEIC', [CLIP_FIELD]: 'IMG_2.HEIC.mp4' }],
    [{ photo: '3.jpg' }],
  ]);
  expect(FakeWorker.all.map(({ request, isEnded }) => [request?.needs, isEnded])).toEqual([['clip', true]]);
  expect([counts.stored, total]).toEqual([3, 3]);
  expect(uploader.queue().items.map(({ status }) => status)).toEqual(['stored', 'stored', 'stored', 'stored']);
});

test('of two pictures with the name of one video neither has it, since they come from two folders', async () => {
  const uploader = uploaderOf();
  uploader.add(ALBUM, [picture('IMG_2.jpg'), video('IMG_2.MOV'), picture('IMG_2.jpg')]);
  await settled(uploader);
  expect(sent().flat()).toContainEqual(expect.objectContaining({ [UPLOAD_MADE_FROM_FIELD]: 'abc' }));
  expect(
    sent()
      .flat()
      .filter((one) => !(UPLOAD_MADE_FROM_FIELD in one)),
  ).toEqual([{ photo: 'IMG_2.jpg' }, { photo: 'IMG_2.jpg' }]);
});

test('a video by itself becomes a photo, which says what it was made from and when', async () => {
  const uploader = uploaderOf();
  uploader.add(ALBUM, [video('party.mov')]);
  const { items } = await settled(uploader);
  expect(items[0]?.note).toBe('Of a video its still and its clip are kept, not the file itself.');
  expect(sent()).toEqual([
    [
      {
        photo: 'party.jpg',
        [CLIP_FIELD]: 'party.jpg.mp4',
        [UPLOAD_MADE_FROM_FIELD]: 'abc',
        takenAt: MADE.takenAt,
      },
    ],
  ]);
});

test('a motion photo is sent as it is, with the video of its bytes as its clip', async () => {
  const uploader = uploaderOf();
  uploader.add(ALBUM, [new File([Uint8Array.from(motionPhoto(videoHead(2_000)))], 'PXL_1.MP.jpg')]);
  await settled(uploader);
  expect(sent()).toEqual([[{ photo: 'PXL_1.MP.jpg', [CLIP_FIELD]: 'PXL_1.MP.jpg.mp4' }]]);
  expect(FakeWorker.all[0]?.request?.video.size).toBe(2_000);
});

test('of a picture whose video cannot be a clip the still is sent, with a sentence', async () => {
  messages = () => [{ share: 0.5 }, { refused: 'this browser cannot read it' }];
  const uploader = uploaderOf();
  uploader.add(ALBUM, [picture('IMG_2.HEIC'), video('IMG_2.MOV')]);
  const { items, counts } = await settled(uploader);
  expect(sent()).toEqual([[{ photo: 'IMG_2.HEIC' }]]);
  expect(counts.stored).toBe(1);
  expect(items[0]?.note).toContain('this browser cannot read it');
});

test('a video by itself that cannot be a clip is refused, and the rest goes on', async () => {
  messages = () => [{ refused: 'it is no MP4, MOV or WebM' }];
  const uploader = uploaderOf();
  uploader.add(ALBUM, [video('party.mov'), picture('1.jpg')]);
  const { items, counts } = await settled(uploader);
  expect(sent()).toEqual([[{ photo: '1.jpg' }]]);
  expect(counts).toMatchObject({ refused: 1, stored: 1 });
  expect(items[0]?.message).toBe('No photo can be made from this video (it is no MP4, MOV or WebM).');
});

test('a browser without workers sends the still of a pair, with a sentence', async () => {
  vi.stubGlobal('Worker', undefined);
  const uploader = uploaderOf();
  uploader.add(ALBUM, [picture('IMG_2.HEIC'), video('IMG_2.MOV')]);
  const { items } = await settled(uploader);
  expect(sent()).toEqual([[{ photo: 'IMG_2.HEIC' }]]);
  expect(items[0]?.note).toContain('this browser cannot load what makes clips');
});

test('a clip that the server refuses leaves its photo stored', async () => {
  responses = [done([{ filename: 'IMG_2.HEIC.mp4', message: 'This is a video that cannot be shown' }])];
  const uploader = uploaderOf();
  uploader.add(ALBUM, [picture('IMG_2.HEIC'), video('IMG_2.MOV')]);
  const { items } = await settled(uploader);
  expect(items).toMatchObject([{ status: 'stored', note: 'This is a video that cannot be shown' }]);
});

test('a picture that the album has is sent again with its video; a video that became a photo is not', async () => {
  const uploader = uploaderOf(['IMG_2.HEIC', 'party.mov']);
  uploader.add(ALBUM, [picture('IMG_2.HEIC'), video('IMG_2.MOV'), video('party.mov')]);
  const { counts } = await settled(uploader);
  expect(sent()).toEqual([[{ photo: 'IMG_2.HEIC', [CLIP_FIELD]: 'IMG_2.HEIC.mp4' }]]);
  expect(counts).toMatchObject({ stored: 1, duplicate: 1 });
});

test('a lost connection does not make the clip anew', async () => {
  responses = [{ status: 'error', message: 'Failed' }];
  const uploader = uploaderOf();
  uploader.add(ALBUM, [video('party.mov')]);
  await expect.poll(() => requests).toHaveLength(1);
  uploader.tryNow();
  const tryNow = () => {
    uploader.tryNow();
    return requests;
  };
  await expect.poll(tryNow).toHaveLength(2);
  await settled(uploader);
  expect(FakeWorker.all).toHaveLength(1);
});

test('cancelling ends the worker, and what was chosen then gets its own', async () => {
  messages = () => [{ share: 0.25 }];
  const uploader = uploaderOf();
  uploader.add(ALBUM, [video('long.mov')]);
  await expect.poll(() => uploader.queue().items[0]).toMatchObject({ status: 'preparing', prepared: 0.25 });
  uploader.cancel();
  await expect.poll(() => FakeWorker.all[0]?.isEnded).toBe(true);
  expect(uploader.queue().items).toEqual([]);
  messages = () => [MADE];
  uploader.add(ALBUM, [video('short.mov')]);
  await settled(uploader);
  expect(sent()).toEqual([[expect.objectContaining({ photo: 'short.jpg' })]]);
});
