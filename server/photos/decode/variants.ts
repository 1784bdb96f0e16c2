import { createHash } from 'node:crypto';
import sharp, { type Metadata } from 'sharp';
import type { PhotoVariant } from '#contract/paths.ts';
import { writeDurably } from '#server/core/files/durableFiles.ts';
import type { DecodeRequest, HeadRequest } from './decoderMessages.ts';
import type { DecodedPhoto } from '../store/photoRepository.ts';
import type { PictureHead } from './decoderResponses.ts';
import { checkPixels, TooMuchMemoryError, RESTING_BYTES } from './decodingLimits.ts';
import { isHeic, readHeic } from './heic/readHeic.ts';
import { fitted, focusOf, fromRaw, type Medium, type ReadPicture, release, toMedium } from './medium.ts';
import readExif, { type Exif } from 'exif-reader';

/** A picture that can be decoded is accepted even when its metadata is broken; then there are no tags. */
function readTags(exif: Buffer | undefined): Exif | undefined {
  try {
    return exif && readExif(exif);
  } catch {
    return undefined;
  }
}

const OFFSET = /^([+-])(\d{2}):(\d{2})$/;

/**
 * When the picture was taken, in milliseconds since 1970; null when its metadata has no time or an impossible one.
 * Times without an offset are taken to be in the server's time zone, since cameras are set to local time.
 */
function takenAt(exif: Buffer | undefined): number | null {
  const photo = readTags(exif)?.Photo;
  const original = millisecondsOf(photo?.DateTimeOriginal, photo?.OffsetTimeOriginal, photo?.SubSecTimeOriginal);
  return original ?? millisecondsOf(photo?.DateTimeDigitized, photo?.OffsetTimeDigitized, photo?.SubSecTimeDigitized);
}

/** `face` is what the camera's clock showed; exif-reader returns it as if it were in UTC. */
function millisecondsOf(face: unknown, offset: unknown, subSeconds: unknown): number | null {
  if (!(face instanceof Date) || Number.isNaN(face.getTime())) return null;
  const fraction = typeof subSeconds === 'string' ? Number(`0.${subSeconds.trim()}`) : 0;
  const time = inZone(face, offset) + (Number.isFinite(fraction) ? Math.floor(fraction * 1000) : 0);
  // A time of zero or less comes from a camera whose clock was never set.
  return time > 0 ? time : null;
}

function inZone(face: Date, offset: unknown): number {
  const parts = typeof offset === 'string' ? OFFSET.exec(offset.trim()) : null;
  if (parts) {
    const minutes = Number(parts[2]) * 60 + Number(parts[3]);
    return face.getTime() - (parts[1] === '-' ? -minutes : minutes) * 60_000;
  }
  const [year, month, day] = [face.getUTCFullYear(), face.getUTCMonth(), face.getUTCDate()];
  return new Date(year, month, day, face.getUTCHours(), face.getUTCMinutes(), face.getUTCSeconds()).getTime();
}

const LONGEST = 100;

/** Maker and model as people say them: 'Apple iPhone 15', 'Canon EOS R6'; null when the metadata does not tell. */
function cameraOf(exif: Buffer | undefined): string | null {
  const image = readTags(exif)?.Image;
  const make = tagText(image?.Make);
  const model = tagText(image?.Model);
  const isNamed = model.toLowerCase().startsWith(make.split(' ')[0]?.toLowerCase() ?? '');
  const camera = (isNamed && model !== '' ? model : `${make} ${model}`).trim().slice(0, LONGEST);
  return camera === '' ? null : camera;
}

function tagText(tag: unknown): string {
  // Cameras pad the field with zeros or blanks.
  return typeof tag === 'string' ? tag.slice(0, LONGEST).replaceAll('\0', ' ').trim() : '';
}

const THUMBNAIL_SHORT_SIDE = 400;
const THUMBNAIL_SIZE = {
  width: THUMBNAIL_SHORT_SIDE,
  height: THUMBNAIL_SHORT_SIDE,
  fit: 'outside',
  withoutEnlargement: true,
} as const;
const JPEG_QUALITY = 80;
/** At least as good as the JPEG variants (docs/design/formats.md). */
const WEBP = { medium: { quality: 80, effort: 2 }, thumbnail: { quality: 60, effort: 2 } };
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif'];

/**
 * Decodes a picture once and writes both variants to disk: upright, in sRGB, and without the original's metadata, since
 * they are encoded from bare pixels.
 */
export async function writeVariants(request: DecodeRequest): Promise<DecodedPhoto> {
  const picture = (await isHeic(request.files.original)) ? await readHeic(request) : await readPicture(request);
  try {
    return { ...(await writeBoth(picture, request)), takenAt: takenAt(picture.exif), camera: cameraOf(picture.exif) };
  } finally {
    release(picture.medium);
  }
}

async function writeBoth(
  { medium, size }: ReadPicture,
  { files, rotation = 0, format }: DecodeRequest,
): Promise<Omit<DecodedPhoto, 'takenAt' | 'camera'>> {
  const encode = (picture: Medium, variant: PhotoVariant) => {
    const upright = fromRaw(picture).rotate(rotation);
    return (format === 'webp' ? upright.webp(WEBP[variant]) : upright.jpeg({ quality: JPEG_QUALITY })).toBuffer();
  };
  const makeThumbnail = async () => {
    const small = await toMedium(fromRaw(medium).resize(THUMBNAIL_SIZE));
    const thumbnail = await encode(small, 'thumbnail');
    const [, focus] = await bothOf(writeDurably(files.thumbnail, thumbnail), focusOf(small));
    return { focus, thumbnailHash: hashOf(thumbnail) };
  };
  const encoded = await encode(medium, 'medium');
  // One picture is encoded at a time, with one core and the memory of one image; meanwhile the disk writes the other.
  const [, made] = await bothOf(writeDurably(files.medium, encoded), makeThumbnail());
  return { ...turned(size, rotation), ...made, mediumHash: hashOf(encoded) };
}

/** Waits for both even when one fails, so that nothing is written any more after a failure is known. */
async function bothOf<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Reads those facts about a picture that do not need all its pixels. HEIC is left out: every stored one was read
 * completely.
 */
export async function readHead({ headOf, maxPixels, focus = false }: HeadRequest): Promise<PictureHead> {
  const input = sharp(headOf, { failOn: 'error', limitInputPixels: maxPixels, autoOrient: true });
  const metadata = await input.metadata();
  checkMetadata(metadata, maxPixels);
  const head = { camera: cameraOf(metadata.exif), ...metadata.autoOrient };
  if (!focus) return head;
  return { ...head, focus: await focusOf(await toMedium(fitted(input, metadata.hasAlpha, THUMBNAIL_SHORT_SIDE))) };
}

function turned({ width, height }: ReadPicture['size'], rotation: number): ReadPicture['size'] {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

async function readPicture({ files, maxPixels, memoryBytes, longSide }: DecodeRequest): Promise<ReadPicture> {
  const input = sharp(files.original, { failOn: 'error', limitInputPixels: maxPixels, autoOrient: true });
  const metadata = await input.metadata();
  checkMetadata(metadata, maxPixels);
  if (neededBytes(metadata) > memoryBytes) throw new TooMuchMemoryError();
  const { width, height } = metadata.autoOrient;
  const medium = await toMedium(fitted(input, metadata.hasAlpha, longSide));
  return { medium, size: { width, height }, exif: metadata.exif };
}

function checkMetadata({ width, height, format, compression }: Metadata, maxPixels: number): void {
  // HEIC has a reader of its own: libvips, as it is prebuilt, can only read its metadata.
  if (!FORMATS.includes(format) || (format === 'heif' && compression !== 'av1')) {
    throw new Error(`The decoder took the file for ${format}`);
  }
  checkPixels({ width, height }, maxPixels);
}

/**
 * The memory that decoding takes. Most formats are decoded a few rows at a time; for the others it was measured how
 * many bytes a pixel takes.
 */
function neededBytes({ width, height, format, isProgressive }: Metadata): number {
  const pixels = width * height;
  if (format === 'heif') return RESTING_BYTES + pixels * 18;
  if (format === 'gif') return RESTING_BYTES + pixels * 6;
  return isProgressive ? RESTING_BYTES + pixels * (format === 'png' ? 4 : 3.3) : RESTING_BYTES;
}
