import sharp from 'sharp';
import { landscapeSvg, type PaletteName } from './landscape.ts';

const LONG_SIDE_PX = 1800;
const SHORT_SIDE_PX = 1200;

export interface DemoPhoto {
  name: string;
  seed: number;
  palette: PaletteName;
  portrait: boolean;
}

const PALETTE_ORDER: PaletteName[] = ['dawn', 'noon', 'dusk', 'mist', 'autumn', 'night'];

/** Plans `count` landscapes in the given palettes, every fifth of them in portrait format. */
export function planPhotos(stem: string, count: number, moods: PaletteName[] = PALETTE_ORDER): DemoPhoto[] {
  const start = Buffer.from(stem).reduce((sum, byte) => sum * 31 + byte, 7) >>> 0;
  return Array.from({ length: count }, (_, index) => ({
    name: `${stem}-${String(index + 1).padStart(2, '0')}.jpg`,
    seed: start + index * 101,
    palette: moods[index % moods.length] ?? 'noon',
    portrait: index % 5 === 3,
  }));
}

/** The painted landscape as a JPEG. A little grain gives it the look and the file size of a photograph. */
export async function paintPhoto(photo: DemoPhoto): Promise<Buffer<ArrayBuffer>> {
  const [width, height] = photo.portrait ? [SHORT_SIDE_PX, LONG_SIDE_PX] : [LONG_SIDE_PX, SHORT_SIDE_PX];
  const svg = landscapeSvg({ seed: photo.seed, palette: photo.palette, width, height, water: photo.seed % 3 !== 0 });
  const noise = { type: 'gaussian', mean: 128, sigma: 9 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const painted = await sharp(Buffer.from(svg))
    .removeAlpha()
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
  return Buffer.from(painted);
}
