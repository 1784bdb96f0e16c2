import { crc32, deflateSync } from 'node:zlib';
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { reasonOf } from '#server/core/errors.ts';
import { checkPixels, RESTING_BYTES, TooManyPixelsError, TooMuchMemoryError } from '../decodingLimits.ts';
import type { HeicRequest, HeicResponse } from './readHeic.ts';
import { HeifPicture } from './heifPicture.ts';
import { fitted, type Medium, type ReadPicture, toMedium } from '../medium.ts';

const END_OF_HEADER = 33;

/** The pixels as an uncompressed PNG with a colour profile, since sharp takes no profile beside bare pixels. */
async function withProfile({ data, info }: Medium, profile: Buffer): Promise<Buffer> {
  const png = await sharp(data, { raw: info }).png({ compressionLevel: 0 }).toBuffer();
  const content = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return Buffer.concat([png.subarray(0, END_OF_HEADER), chunk, png.subarray(END_OF_HEADER)]);
}

/**
 * The thread that reads one HEIC file and ends. It is a thread of its own for two reasons: libheif never gives memory
 * back before its thread ends, and while libheif works its thread can do nothing else, such as watch the memory.
 */
const request: HeicRequest = workerData;

/** libheif's memory without a picture. */
const LIBHEIF_BYTES = 17 * 1024 * 1024;

async function read({ code, file, maxPixels, memoryBytes, longSide }: HeicRequest): Promise<HeicResponse> {
  try {
    const picture = new HeifPicture(code, file);
    checkPixels(picture.size, maxPixels);
    if (neededBytes(picture) > memoryBytes) throw new TooMuchMemoryError();
    const exif = picture.exif;
    const { medium, size } = await decode(picture, longSide);
    return { outcome: 'read', ...medium, size, exif };
  } catch (error) {
    return { outcome: 'failed', reason: failureOf(error), detail: reasonOf(error) };
  }
}

/** The memory that decoding the picture takes. The bytes for each pixel were measured. */
function neededBytes({ size, bitsPerChannel, hasAlpha, fileBytes }: HeifPicture): number {
  const perPixel = (bitsPerChannel > 8 ? 9 : 5.5) + (hasAlpha ? 3 : 0);
  return RESTING_BYTES + LIBHEIF_BYTES + fileBytes + size.width * size.height * perPixel;
}

async function decode(picture: HeifPicture, longSide: number | undefined): Promise<Omit<ReadPicture, 'exif'>> {
  const { data, width, height, channels } = picture.decode();
  const raw = { width, height, channels, premultiplied: picture.isPremultiplied };
  const small = await fitted(sharp(data, { raw }), picture.hasAlpha, longSide)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const profile = picture.colourProfile ?? (picture.isDisplayP3 ? await displayP3() : undefined);
  const medium = profile ? await toMedium(sharp(await withProfile(small, profile))) : small;
  return { medium, size: { width, height } };
}

function failureOf(error: unknown): Extract<HeicResponse, { outcome: 'failed' }>['reason'] {
  if (error instanceof TooManyPixelsError) return 'too-many-pixels';
  return error instanceof TooMuchMemoryError ? 'memory' : 'unreadable';
}

async function displayP3(): Promise<Buffer | undefined> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } });
  return (await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata()).icc;
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(await read(request));
