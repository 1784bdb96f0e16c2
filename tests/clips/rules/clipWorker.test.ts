import { CanvasSink, InputVideoTrack, MovOutputFormat } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ClipMessage, ClipRequest } from '#src/shared/clips/makeClip.ts';
import { fragmented, movedToEnd, otherCodec, quickTime, readVideo, video } from '../support/videos.ts';

// The real worker in Node, which has no WebCodecs: as in a browser on plain http. What is encoded is seen in the journey.

let ask: (request: ClipRequest) => void;
let heard: (message: ClipMessage) => void;

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (_type: string, listener: (event: { data: ClipRequest }) => void) => {
    ask = (data) => listener({ data });
  });
  vi.stubGlobal('postMessage', (message: ClipMessage) => heard(message));
  await import('#src/shared/clips/clipWorker.ts');
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The last message about a video. */
function end(bytes: Buffer, needs: ClipRequest['needs'] = 'clip'): Promise<Exclude<ClipMessage, { share: number }>> {
  return new Promise((resolve) => {
    heard = (message) => {
      if (!('share' in message)) resolve(message);
    };
    ask({ video: new Blob([Uint8Array.from(bytes)]), needs });
  });
}

describe('a video within the bounds is copied', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['with sound', () => video({ hasSound: true })],
    ['of QuickTime', quickTime],
    ['with its table at the end', movedToEnd],
    ['in fragments', fragmented],
    ['turned, with sound', () => video({ format: new MovOutputFormat(), rotation: 90, hasSound: true })],
  ])('%s: to one track, with its table of contents first', async (_what, make) => {
    const given = await make();
    const made = await end(given);
    if (!('clip' in made)) throw new Error(`It was refused: ${JSON.stringify(made)}`);
    const read = await readVideo(Buffer.from(await made.clip.arrayBuffer()));
    expect(read.boxes.indexOf('moov')).toBeLessThan(read.boxes.indexOf('mdat'));
    expect([read.tracks, read.frames, read.rotation]).toEqual([['video'], 12, (await readVideo(given)).rotation]);
  });
});

describe('without encoder and decoder there is a sentence', () => {
  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['for a video that is too long', () => video({ slower: 40 }), /this browser cannot make it smaller; over https/],
    ['for another codec', otherCodec, /cannot/],
    ['for what is no video', async () => Buffer.from('no video at all, whatever its name is'), /no MP4, MOV or WebM/],
    ['for a video that is cut off', async () => (await quickTime()).subarray(0, 600), /cannot be read|no picture/],
  ])('%s', async (_what, make, sentence) => {
    const made = await end(await make());
    expect('refused' in made ? made.refused : '').toMatch(sentence);
  });

  test('for the still of a video by itself', async () => {
    const made = await end(await quickTime(), 'clip, still and hash');
    expect('refused' in made ? made.refused : '').toMatch(/over https/);
  });
});

/** A canvas with one pixel, whose light is its width. */
class OnePixel {
  readonly width: number;
  readonly height = 1;

  constructor(light: number) {
    this.width = light;
  }

  getContext = () => ({ getImageData: () => ({ data: [this.width, this.width, this.width, 255] }) });
  convertToBlob = async () => new Blob(['still']);
}

function frameOf(light: number, timestamp: number) {
  return { canvas: new OffscreenCanvas(light, 1), timestamp, duration: 1 / 12 };
}

describe('the still of a video by itself', () => {
  // Node decodes nothing: its frames are in the lights that each test tells.
  test.each<[string, number[], number]>([
    ['is its first frame, if that is neither black nor white', [120, 0, 90], 0],
    ['is the first frame after what is black or white', [0, 255, 0, 120, 90], 3 / 12],
    ['is its middle, if all of it is black or white', [0, 255, 0, 0], 0.5],
  ])('%s', async (_what, lights, seconds) => {
    vi.stubGlobal('VideoDecoder', vi.fn());
    vi.stubGlobal('OffscreenCanvas', OnePixel);
    vi.spyOn(InputVideoTrack.prototype, 'canDecode').mockResolvedValue(true);
    vi.spyOn(CanvasSink.prototype, 'canvases').mockImplementation(async function* frames() {
      for (const [at, light] of lights.entries()) yield frameOf(light, at / 12);
    });
    const taken = vi.spyOn(CanvasSink.prototype, 'getCanvas').mockImplementation(async (at) => frameOf(0, at));
    expect(await end(await video(), 'clip and still')).toHaveProperty('still');
    expect(taken.mock.calls).toEqual([[seconds]]);
  });
});
