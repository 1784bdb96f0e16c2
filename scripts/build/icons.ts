/** `npm run icons`: renders public/logo.svg and public/icons; to be run when one of the drawings has changed. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { logoFile } from './logoFile.ts';

/** The background of the icons: the colour `--ink-950` of src/shared/styles/tokens.css. */
const TILE = '#0a100e';
const RENDER_DENSITY = 800;

interface Icon {
  suffix: string;
  size: number;
  /**
   * The share of the icon's width that the drawing takes. A launcher may crop a maskable icon to a circle of 80 % of
   * its width.
   */
  share: number;
  /** Whether the picture itself has round corners. iOS and launchers round the corners of a square icon themselves. */
  rounded: boolean;
}

const ICONS: Icon[] = [
  { suffix: '192', size: 192, share: 0.74, rounded: true },
  { suffix: '512', size: 512, share: 0.74, rounded: true },
  { suffix: 'maskable-192', size: 192, share: 0.56, rounded: false },
  { suffix: 'maskable-512', size: 512, share: 0.56, rounded: false },
  { suffix: 'apple-touch-180', size: 180, share: 0.7, rounded: false },
];

function pathTo(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

function tile(size: number, rounded: boolean): Buffer {
  const radius = rounded ? size * 0.22 : 0;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">` +
      `<rect width="${size}" height="${size}" rx="${radius}" fill="${TILE}" /></svg>`,
  );
}

async function renderIcon(drawing: string, target: string, icon: Icon): Promise<void> {
  const side = Math.round(icon.size * icon.share);
  const art = await sharp(Buffer.from(drawing), { density: RENDER_DENSITY }).resize(side, side).png().toBuffer();
  await sharp(tile(icon.size, icon.rounded))
    .composite([{ input: art, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(target);
}

/**
 * The icon of the browser tab: the drawing on a dark background, so that it is visible in light and in dark browsers.
 */
async function writeFavicon(drawing: string, target: string): Promise<void> {
  const inner = drawing.slice(drawing.indexOf('>') + 1, drawing.lastIndexOf('</svg>')).trim();
  const attributes = /<svg xmlns="[^"]+" viewBox="[^"]+"([^>]*)>/.exec(drawing)?.[1] ?? '';
  await writeFile(
    target,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 84 84"${attributes}>\n` +
      `  <rect x="-10" y="-10" width="84" height="84" rx="18" fill="${TILE}" />\n  ${inner}\n</svg>\n`,
  );
}

const logo = await logoFile();
const drawings = { kiosk: logo, codenames: await readFile(pathTo('codenames.svg'), 'utf8') };
await mkdir(pathTo('../../public/icons'), { recursive: true });
await writeFile(pathTo('../../public/logo.svg'), logo);
for (const [name, drawing] of Object.entries(drawings)) {
  for (const icon of ICONS) {
    await renderIcon(drawing, pathTo(`../../public/icons/${name}-${icon.suffix}.png`), icon);
  }
  await writeFavicon(drawing, pathTo(`../../public/icons/${name}.svg`));
}
