// `npm run lab -- formats`: makes lab/results/formats.md: bytes, encoding time and visible quality of one medium image
// and one thumbnail, mean of three 12-megapixel pictures.
import sharp, { type Sharp } from 'sharp';
import { jpeg } from '../../tests/support/pictures/images.ts';

const ENCODINGS: { name: string; encode: (picture: Sharp) => Sharp }[] = [
  ...[75, 80, 85].map((quality) => ({
    name: `JPEG, quality ${quality}`,
    encode: (picture: Sharp) => picture.jpeg({ quality }),
  })),
  { name: 'JPEG, quality 80, mozjpeg', encode: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }) },
  { name: 'JPEG, quality 80, progressive', encode: (picture) => picture.jpeg({ quality: 80, progressive: true }) },
  ...[0, 2, 4].map((effort) => ({
    name: `WebP, quality 80, effort ${effort}`,
    encode: (picture: Sharp) => picture.webp({ quality: 80, effort }),
  })),
  ...[50, 60, 70].map((quality) => ({
    name: `WebP, quality ${quality}, effort 2`,
    encode: (picture: Sharp) => picture.webp({ quality, effort: 2 }),
  })),
];

interface Raw {
  data: Buffer;
  width: number;
  height: number;
}

const MEDIUM = { width: 2048, height: 2048, fit: 'inside' } as const;
const THUMBNAIL = { width: 400, height: 400, fit: 'outside' } as const;

sharp.cache(false);
sharp.concurrency(1);

const mediums: Raw[] = [];
for (const seed of [1, 2, 3])
  mediums.push(await rawOf(sharp(await jpeg({ width: 4000, height: 3000, seed })).resize(MEDIUM)));
const thumbnails = await Promise.all(mediums.map((medium) => rawOf(open(medium).resize(THUMBNAIL))));

console.log('| encoding | medium kB | encode ms | SSIM | PSNR dB | thumbnail kB | SSIM |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const { name, encode } of ENCODINGS) {
  const medium = await measure(mediums, encode);
  const thumbnail = await measure(thumbnails, encode);
  const cells = [
    name,
    (medium.bytes / 1000).toFixed(0),
    medium.ms.toFixed(0),
    medium.ssim.toFixed(4),
    medium.psnr.toFixed(1),
    (thumbnail.bytes / 1000).toFixed(1),
    thumbnail.ssim.toFixed(4),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function open({ data, width, height }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function rawOf(picture: Sharp): Promise<Raw> {
  const { data, info } = await picture.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function measure(pictures: Raw[], encode: (picture: Sharp) => Sharp) {
  const sum = { bytes: 0, ms: 0, ssim: 0, psnr: 0 };
  for (const picture of pictures) {
    await encode(open(picture)).toBuffer();
    const started = performance.now();
    const encoded = await encode(open(picture)).toBuffer();
    sum.ms += performance.now() - started;
    sum.bytes += encoded.length;
    const seen = await lumaOf(encoded);
    const wanted = await lumaOf(await open(picture).png({ compressionLevel: 0 }).toBuffer());
    sum.ssim += ssim(wanted, seen, picture.width);
    sum.psnr += psnr(wanted, seen);
  }
  const mean = (total: number) => total / pictures.length;
  return { bytes: mean(sum.bytes), ms: mean(sum.ms), ssim: mean(sum.ssim), psnr: mean(sum.psnr) };
}

async function lumaOf(encoded: Buffer): Promise<Buffer> {
  return sharp(encoded).toColourspace('b-w').raw().toBuffer();
}

function psnr(wanted: Buffer, seen: Buffer): number {
  let squares = 0;
  for (let index = 0; index < wanted.length; index += 1) squares += (wanted[index]! - seen[index]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / wanted.length));
}

/** Structural similarity of the luma over 8×8 windows, four pixels apart. */
function ssim(wanted: Buffer, seen: Buffer, width: number): number {
  const height = wanted.length / width;
  let total = 0;
  let windows = 0;
  for (let top = 0; top + 8 <= height; top += 4) {
    for (let left = 0; left + 8 <= width; left += 4) {
      total += windowSsim(wanted, seen, { top, left, width });
      windows += 1;
    }
  }
  return total / windows;
}

function windowSsim(wanted: Buffer, seen: Buffer, at: { top: number; left: number; width: number }): number {
  let a = 0;
  let b = 0;
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let row = at.top; row < at.top + 8; row += 1) {
    for (let index = row * at.width + at.left, end = index + 8; index < end; index += 1) {
      const x = wanted[index]!;
      const y = seen[index]!;
      a += x;
      b += y;
      aa += x * x;
      bb += y * y;
      ab += x * y;
    }
  }
  const [meanA, meanB] = [a / 64, b / 64];
  const [varianceA, varianceB, covariance] = [aa / 64 - meanA ** 2, bb / 64 - meanB ** 2, ab / 64 - meanA * meanB];
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
  );
}
