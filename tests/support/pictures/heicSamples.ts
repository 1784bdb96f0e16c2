import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { type Tile, tileOf } from './heicFile.ts';

const FOLDER = new URL('./heic/', import.meta.url);

/**
 * The first 50,000 bytes of a photo of 4032 × 3024 pixels from an iPhone 7: a test file of go4.org's HEIF package
 * (Apache-2.0), which has it in this form.
 */
export const iphoneCutOff = (): Buffer => sample('iphone7CutOff');
/** The thumbnail in that photo, as Apple encoded it, with its colour profile of Display P3, in a file of its own. */
export const iphoneThumbnail = (): Buffer => sample('iphone7Thumbnail');
/** The left half red, the right half blue; made with libheif's heif-enc. */
export const halvesTile = (): Tile => tileOf(sample('halves'), { width: 128, height: 128 });
/** The same with 10 bits per channel, as HDR cameras write it. */
export const tenBits = (): Buffer => sample('tenBits');
/** The left half red, the right half transparent. */
export const transparent = (): Buffer => sample('transparent');

/** From the TIFF header on. `orientation` is the one of EXIF, which HEIC files also have and which must not count. */
export async function exifOf({ takenAt, orientation }: { takenAt: string; orientation: number }): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } });
  const exif = { IFD2: { DateTimeOriginal: takenAt, OffsetTimeOriginal: '+00:00' } };
  const jpeg = await pixel.withMetadata({ orientation }).withExif(exif).jpeg().toBuffer();
  const found = (await sharp(jpeg).metadata()).exif;
  if (!found) throw new Error('sharp wrote no EXIF');
  return found.subarray('Exif\0\0'.length);
}

function sample(name: string): Buffer {
  return readFileSync(new URL(`${name}.heic`, FOLDER));
}
