import { open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { HEAD_BYTES, recogniseImage } from '#domain/uploads/imageKinds.ts';
import type { DecodeRequest } from '../decoderMessages.ts';
import { TooManyPixelsError, TooMuchMemoryError } from '../decodingLimits.ts';
import type { ReadPicture, Medium } from '../medium.ts';

/** The messages to and from the thread for one HEIC file. */
export interface HeicRequest {
  /** libheif, compiled. */
  code: WebAssembly.Module;
  file: string;
  maxPixels: number;
  memoryBytes: number;
  /** The longer side of the larger file in pixels, as in `DecodeRequest`. */
  longSide: number | undefined;
}

export type HeicResponse =
  | { outcome: 'read'; data: Uint8Array; info: Medium['info']; size: ReadPicture['size']; exif: Uint8Array | undefined }
  | { outcome: 'failed'; reason: 'too-many-pixels' | 'memory' | 'unreadable'; detail: string };

const WORKER = new URL('./heicWorker.ts', import.meta.url);

/** Compiled for the first HEIC file, and stored for the next one. */
let code: Promise<WebAssembly.Module> | undefined;

export async function isHeic(file: string): Promise<boolean> {
  const head = Buffer.alloc(HEAD_BYTES);
  const opened = await open(file);
  try {
    const { bytesRead } = await opened.read(head, 0, HEAD_BYTES, 0);
    return recogniseImage(head.subarray(0, bytesRead)).kind === 'heic';
  } finally {
    await opened.close();
  }
}

export async function readHeic({ files, maxPixels, memoryBytes, longSide }: DecodeRequest): Promise<ReadPicture> {
  code ??= compileLibheif();
  const response = await inThread({ code: await code, file: files.original, maxPixels, memoryBytes, longSide });
  if (response.outcome === 'read') {
    const { data, info, size, exif } = response;
    const medium = { data: Buffer.from(data.buffer, data.byteOffset, data.length), info };
    return { medium, size, exif: exif && Buffer.from(exif) };
  }
  if (response.reason === 'too-many-pixels') throw new TooManyPixelsError();
  if (response.reason === 'memory') throw new TooMuchMemoryError();
  throw new Error(response.detail);
}

async function compileLibheif(): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm');
  return WebAssembly.compile(await readFile(file));
}

/** Resolves when the thread has ended: its memory is free then. */
function inThread(request: HeicRequest): Promise<HeicResponse> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: request });
    let response: HeicResponse | undefined;
    worker.once('message', (message) => (response = message));
    worker.once('error', reject);
    worker.once('exit', () => {
      if (response) resolve(response);
      else reject(new Error('The thread for HEIC ended without a picture'));
    });
  });
}
