import { chromium } from '@playwright/test';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { chromiumOptions } from '#scripts/run/chromium.ts';

// Videos that Chromium encodes. The one that Playwright downloads cannot encode H.264; Debian's can.

const ADDRESS = 'https://clips.example/';

export interface EncodedSettings {
  codec: string;
  width: number;
  height: number;
  bitrate: number;
  framerate: number;
  frames: number;
  /** A square that goes across a wall of one colour, or of grains that take many bytes. */
  shows: 'square' | 'grain';
  /** The number of frames at the beginning that are black. */
  blackFrames?: number;
}

interface Encoded {
  /** The bytes of each frame in base64. */
  chunks: { bytes: string; isKey: boolean }[];
  description: string;
}

async function encode(settings: EncodedSettings): Promise<Encoded> {
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    // Only a page of https has encoders.
    await page.route(ADDRESS, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto(ADDRESS);
    return await page.evaluate(encodeInPage, settings);
  } finally {
    await browser.close();
  }
}

/** Runs in the browser. */
async function encodeInPage({ frames, shows, blackFrames = 0, ...video }: EncodedSettings): Promise<Encoded> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only the function itself goes into the page
  const base64 = (bytes: Uint8Array) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x80_00) text += String.fromCharCode(...bytes.subarray(at, at + 0x80_00));
    return btoa(text);
  };
  const encoded: Encoded = { chunks: [], description: '' };
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      encoded.chunks.push({ bytes: base64(bytes), isKey: chunk.type === 'key' });
      const description = metadata?.decoderConfig?.description;
      if (description instanceof ArrayBuffer) encoded.description = base64(new Uint8Array(description));
    },
    error: (error) => {
      throw error;
    },
  });
  encoder.configure(video);
  const canvas = new OffscreenCanvas(video.width, video.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing');
  const grain = shows === 'grain' ? context.createImageData(video.width, video.height) : undefined;
  for (let at = 0; at < frames; at += 1) {
    context.fillStyle = '#2a6f97';
    context.fillRect(0, 0, video.width, video.height);
    if (grain) {
      for (let place = 0; place < grain.data.length; place += 1) grain.data[place] = 128 + Math.random() * 40;
      context.putImageData(grain, 0, 0);
    }
    context.fillStyle = '#f4a259';
    context.fillRect(at * 10, 40, 40, 40);
    context.fillStyle = '#000';
    if (at < blackFrames) context.fillRect(0, 0, video.width, video.height);
    const frame = new VideoFrame(canvas, { timestamp: (at * 1_000_000) / video.framerate });
    encoder.encode(frame, { keyFrame: at === 0 });
    frame.close();
  }
  await encoder.flush();
  return encoded;
}

/** A video of these frames, once or several times one after the other. */
export async function encodedVideo(
  settings: EncodedSettings,
  times: (bytesOfOne: number) => number,
): Promise<Uint8Array> {
  const { chunks, description } = await encode(settings);
  const frames = chunks.map(({ bytes, isKey }) => ({ bytes: Buffer.from(bytes, 'base64'), isKey }));
  const rounds = times(frames.reduce((sum, { bytes }) => sum + bytes.length, 0));
  const source = new EncodedVideoPacketSource('avc');
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new BufferTarget() });
  output.addVideoTrack(source);
  await output.start();
  const { codec, width, height, framerate } = settings;
  const decoderConfig = {
    codec,
    codedWidth: width,
    codedHeight: height,
    description: Uint8Array.from(Buffer.from(description, 'base64')),
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { bytes, isKey }] of frames.entries()) {
      const seconds = (round * frames.length + index) / framerate;
      const packet = new EncodedPacket(Uint8Array.from(bytes), isKey ? 'key' : 'delta', seconds, 1 / framerate);
      await source.add(packet, { decoderConfig });
    }
  }
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}
