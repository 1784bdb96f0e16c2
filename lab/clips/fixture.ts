import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { chromiumOptions } from '#scripts/run/chromium.ts';

/**
 * Makes tests/support/clips/clip.mp4, from which the tests put all other videos together: one second of H.264, 160 × 120
 * pixels, encoded by Chromium. The Chromium that Playwright downloads cannot encode it; Debian's can.
 * `node lab/clips/fixture.ts`
 */

const FILE = fileURLToPath(new URL('../../tests/support/clips/clip.mp4', import.meta.url));
const ADDRESS = 'https://clips.example/';
const VIDEO = { codec: 'avc1.42001e', width: 160, height: 120, bitrate: 40_000, framerate: 12, frames: 12 };

interface Encoded {
  chunks: { bytes: number[]; isKey: boolean; microseconds: number }[];
  description: number[];
}

async function encode(): Promise<Encoded> {
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    // Only a page of https has encoders.
    await page.route(ADDRESS, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto(ADDRESS);
    return await page.evaluate(encodeInPage, VIDEO);
  } finally {
    await browser.close();
  }
}

/** Runs in the browser: a square goes across a wall of two colours. */
async function encodeInPage({ frames, ...video }: typeof VIDEO): Promise<Encoded> {
  const encoded: Encoded = { chunks: [], description: [] };
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      encoded.chunks.push({ bytes: [...bytes], isKey: chunk.type === 'key', microseconds: chunk.timestamp });
      const description = metadata?.decoderConfig?.description;
      if (description instanceof ArrayBuffer) encoded.description = [...new Uint8Array(description)];
    },
    error: (error) => {
      throw error;
    },
  });
  encoder.configure(video);
  const canvas = new OffscreenCanvas(video.width, video.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing');
  for (let at = 0; at < frames; at += 1) {
    context.fillStyle = '#2a6f97';
    context.fillRect(0, 0, video.width, video.height);
    context.fillStyle = '#f4a259';
    context.fillRect(at * 10, 40, 40, 40);
    const frame = new VideoFrame(canvas, { timestamp: (at * 1_000_000) / video.framerate });
    encoder.encode(frame, { keyFrame: at === 0 });
    frame.close();
  }
  await encoder.flush();
  return encoded;
}

const { chunks, description } = await encode();
const source = new EncodedVideoPacketSource('avc');
const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new BufferTarget() });
output.addVideoTrack(source);
await output.start();
const decoderConfig = {
  codec: VIDEO.codec,
  codedWidth: VIDEO.width,
  codedHeight: VIDEO.height,
  description: Uint8Array.from(description),
};
for (const { bytes, isKey, microseconds } of chunks) {
  const kind = isKey ? 'key' : 'delta';
  const packet = new EncodedPacket(Uint8Array.from(bytes), kind, microseconds / 1_000_000, 1 / VIDEO.framerate);
  await source.add(packet, { decoderConfig });
}
await output.finalize();
const file = new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
await writeFile(FILE, file);
console.log(`${FILE}: ${chunks.length} frames, ${file.length} bytes`);
