import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { takenAt } from './takenAt.ts';

const MEDIUM_SIDE = 2048;
const THUMBNAIL_SHORT_SIDE = 400;
const JPEG_QUALITY = 80;
/** A picture one pixel high and a million wide is no photo; it only costs. */
const MAX_SIDE = 32_767;
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif'];

export interface VariantJob {
  originalFile: string;
  mediumFile: string;
  thumbnailFile: string;
  maxPixels: number;
}

export interface Variants {
  takenAt: number | null;
  mediumHash: string;
  thumbnailHash: string;
}

export class TooManyPixels extends Error {
  override name = 'TooManyPixels';
}

/** Every loader but the five is blocked before the first picture: an SVG hides behind any name. */
export function prepareSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadHeif',
    ],
  });
}

/**
 * Decodes a picture once and writes both variants, durable: upright, sRGB, and with nothing of the original's
 * metadata, since they are encoded from bare pixels.
 */
export async function writeVariants(job: VariantJob): Promise<Variants> {
  const input = sharp(job.originalFile, { failOn: 'error', limitInputPixels: job.maxPixels, autoOrient: true });
  const metadata = await input.metadata();
  refuseOversized(metadata, job.maxPixels);
  const medium = await decodeMedium(input, metadata);
  const [mediumHash, thumbnailHash] = await Promise.all([
    writeJpeg(fromRaw(medium), job.mediumFile),
    writeJpeg(
      fromRaw(medium).resize({
        width: THUMBNAIL_SHORT_SIDE,
        height: THUMBNAIL_SHORT_SIDE,
        fit: 'outside',
        withoutEnlargement: true,
      }),
      job.thumbnailFile,
    ),
  ]);
  return { takenAt: takenAt(metadata.exif), mediumHash, thumbnailHash };
}

function refuseOversized({ width, height, format, compression }: Metadata, maxPixels: number): void {
  if (!FORMATS.includes(format) || (format === 'heif' && compression !== 'av1')) {
    throw new Error(`The decoder took the file for ${format}`);
  }
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels) throw new TooManyPixels();
}

interface RawPicture {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

async function decodeMedium(input: Sharp, metadata: Metadata): Promise<RawPicture> {
  const fitted = input.resize({ width: MEDIUM_SIDE, height: MEDIUM_SIDE, fit: 'inside', withoutEnlargement: true });
  // JPEG knows no transparency; what is seen through the picture becomes paper white.
  const opaque = metadata.hasAlpha ? fitted.flatten({ background: '#ffffff' }) : fitted;
  return opaque.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}

function fromRaw({ data, info }: RawPicture): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

async function writeJpeg(picture: Sharp, file: string): Promise<string> {
  const encoded = await picture.jpeg({ quality: JPEG_QUALITY }).toBuffer();
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(encoded);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return createHash('sha256').update(encoded).digest('hex');
}
