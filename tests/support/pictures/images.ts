import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Real pictures of every kind the upload meets, made when asked for: the good, the broken and the hostile. */
interface PictureOptions {
  width?: number;
  height?: number;
  /** The same seed gives the same bytes; another seed another picture. */
  seed?: number;
}

export interface JpegOptions extends PictureOptions {
  /** EXIF 1 to 8. */
  orientation?: number;
  /** A time in EXIF's form: '2024:05:06 07:08:09'. */
  takenAt?: string;
  /** An offset in EXIF's form: '+02:00'. */
  offset?: string;
  gps?: boolean;
  quality?: number;
}

const made = new Map<string, Promise<Buffer>>();

/** A copy, which the caller may change, of a picture that is drawn once in a process. */
async function drawnOnce(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const picture = made.get(name) ?? draw();
  made.set(name, picture);
  return Buffer.from(await picture);
}

export function jpeg(options: JpegOptions = {}): Promise<Buffer> {
  return drawnOnce(`jpeg ${JSON.stringify(options)}`, () => drawJpeg(options));
}

async function drawJpeg(options: JpegOptions): Promise<Buffer> {
  const picture = await photoLike(options);
  const exif = {
    IFD0: { Make: 'Circuit Tree test camera', ...(options.gps ? { Copyright: 'somebody' } : {}) },
    ...(options.takenAt
      ? {
          IFD2: {
            DateTimeOriginal: options.takenAt,
            ...(options.offset ? { OffsetTimeOriginal: options.offset } : {}),
          },
        }
      : {}),
    ...(options.gps
      ? {
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: '51/1 30/1 3230/100',
            GPSLongitudeRef: 'W',
            GPSLongitude: '0/1 7/1 4366/100',
          },
        }
      : {}),
  };
  return picture
    .withExif(exif)
    .withMetadata({ orientation: options.orientation ?? 1 })
    .jpeg({ quality: options.quality ?? 90 })
    .toBuffer();
}

export function png(options: PictureOptions = {}): Promise<Buffer> {
  return drawnOnce(`png ${JSON.stringify(options)}`, async () => (await photoLike(options)).png().toBuffer());
}

export function webp(options: PictureOptions = {}): Promise<Buffer> {
  return drawnOnce(`webp ${JSON.stringify(options)}`, async () => (await photoLike(options)).webp().toBuffer());
}

export async function avif(options: PictureOptions = {}): Promise<Buffer> {
  return (await photoLike(options)).avif({ effort: 0 }).toBuffer();
}

export function tiff(options: PictureOptions = {}): Promise<Buffer> {
  return drawnOnce(`tiff ${JSON.stringify(options)}`, async () => (await photoLike(options)).tiff().toBuffer());
}

/** Two frames: the first red, the second blue. */
export async function animatedGif(width = 60, height = 40): Promise<Buffer> {
  const red = Buffer.from([255, 0, 0]);
  const blue = Buffer.from([0, 0, 255]);
  const frames = [red, blue].map((pixel) => Buffer.alloc(width * height * 3, pixel));
  return sharp(Buffer.concat(frames), { raw: { width, height: height * 2, channels: 3, pageHeight: height } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

/** The left half red, the right half blue, so that a turned picture can be told from an upright one. */
export async function halves(width: number, height: number, orientation = 1): Promise<Buffer> {
  const right = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#0000ff' } };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: right, left: Math.ceil(width / 2), top: 0 }])
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

export function svg(): Buffer {
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><circle r="50" fill="red"/></svg>',
  );
}

export function pdf(): Buffer {
  return Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
}

/** A good beginning and nothing behind it. */
export async function truncatedJpeg(options: JpegOptions = {}): Promise<Buffer> {
  const whole = await jpeg({ width: 600, height: 400, ...options });
  return whole.subarray(0, Math.floor(whole.length / 2));
}

/** A few kilobytes that unpack to `width` × `height` black pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 64 * 1024 * 1024)), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Dead leaves: discs of many sizes covering one another have the edges and the spectrum of a photograph, and a
 * little noise is the sensor's; encoders and scaling then have the work that a camera's picture gives them.
 */
async function photoLike({ width = 320, height = 240, seed = 1 }: PictureOptions): Promise<Sharp> {
  const random = randomNumbers(seed);
  const leaves = Array.from({ length: Math.min(4_000, Math.max(200, (width * height) / 2_000)) }, () =>
    leaf(random, { width, height }),
  );
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#567"/>${leaves.join('')}</svg>`;
  const pixels = await sharp(Buffer.from(drawing)).removeAlpha().raw().toBuffer();
  const noise = Int8Array.from(
    { length: Math.min(65_521, pixels.length) },
    () => (random() + random() + random() - 1.5) * 14,
  );
  for (let index = 0; index < pixels.length; index += 1) {
    pixels[index] = Math.max(0, Math.min(255, pixels[index]! + noise[index % noise.length]!));
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

function leaf(random: () => number, { width, height }: { width: number; height: number }): string {
  const smallest = Math.max(width, height) / 200;
  // Radii fall off with the third power, as sizes of things do in pictures of the world.
  const radius = smallest / Math.sqrt(0.0012 + 0.9988 * random());
  const colour = `hsl(${Math.floor(random() * 360)},${Math.floor(15 + random() * 45)}%,${Math.floor(12 + random() * 76)}%)`;
  return `<circle cx="${(random() * width).toFixed(1)}" cy="${(random() * height).toFixed(1)}" r="${radius.toFixed(1)}" fill="${colour}"/>`;
}

function randomNumbers(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** At fractions of the width and the height. */
export async function colourAt(image: Buffer, { x, y }: { x: number; y: number }): Promise<'red' | 'blue' | 'other'> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  if (red > 200 && blue < 60) return 'red';
  return blue > 200 && red < 60 ? 'blue' : 'other';
}

/** Bright face-like spots on plain ground, with their middles at fractions of the width and the height of the pixels. */
export async function spot(
  { width, height, orientation = 1 }: { width: number; height: number; orientation?: number },
  ...middles: { x: number; y: number }[]
): Promise<Buffer> {
  const radius = Math.min(width, height) / 10;
  const disc = ({ x, y }: { x: number; y: number }, size: number, { by, fill }: { by: number; fill: string }) =>
    `<circle cx="${x * width + by * radius}" cy="${y * height}" r="${size * radius}" fill="${fill}"/>`;
  const faces = middles.map((at) => {
    const eyes = [-0.4, 0.4].map((by) => disc(at, 0.15, { by, fill: '#222' }));
    return disc(at, 1, { by: 0, fill: '#e0a080' }) + eyes.join('');
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#8a9a8a"/>${faces.join('')}</svg>`;
  return sharp(Buffer.from(drawing)).removeAlpha().withMetadata({ orientation }).jpeg({ quality: 90 }).toBuffer();
}
