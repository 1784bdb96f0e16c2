// `npm run lab -- focus [FOLDER]`: what lab/results/focus.md says. Of the faces in photos, how many are whole in a cut
// around the focus that the server finds, and in one around the middle. A face detector tells where they are. The photos
// are those that its package ships, or those of a folder. The rule was chosen by one half of the photos, by the hash of
// their names, and the other half judges it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumOptions } from '../../scripts/run/chromium.ts';
import { fitted, focusOf, toMedium } from '../../server/photos/decode/medium.ts';
import { cutBox, type Focus } from '../../src/domain/photoFocus.ts';

/** All shares of the picture's width and height. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Pictured {
  isHeldOut: boolean;
  ratio: number;
  focus: Focus;
  faces: Box[];
}

const CUTS = { '16:9': 16 / 9, '1:1': 1, '9:16': 9 / 16 };
const MIDDLE: Focus = { x: 0.5, y: 0.5 };
const DETECTOR = dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
/** An address that the page is led to find in the detector's folder. */
const ORIGIN = 'http://detector.test';
const folder = process.argv[2] ?? join(DETECTOR, 'demo');
const files = readdirSync(folder).filter((name) => /\.jpe?g$/i.test(name));

const photos = await lookAt(files.map((name) => join(folder, name)));
for (const isHeldOut of [false, true]) {
  const half = photos.filter((photo) => photo.isHeldOut === isHeldOut && photo.faces.length > 0);
  const faceCount = half.reduce((sum, { faces }) => sum + faces.length, 0);
  console.log(`\n${isHeldOut ? 'Held out' : 'To choose by'}: ${faceCount} faces in ${half.length} photos\n`);
  console.log(
    '| cut | faces that fit | whole around the focus | around the middle | around the best point | focus of the best |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [name, ratio] of Object.entries(CUTS))
    console.log(
      rowOf(
        name,
        half.map((photo) => wholeIn(photo, ratio)),
      ),
    );
}

function rowOf(name: string, sums: ReturnType<typeof wholeIn>[]): string {
  const all = sums.reduce((sum, { fit }) => sum + fit, 0);
  const sumOf = (of: 'focus' | 'middle' | 'best') => sums.reduce((sum, whole) => sum + whole[of], 0);
  const shares = (['focus', 'middle', 'best'] as const).map((of) => share(sumOf(of), all));
  return `| ${[name, all, ...shares, share(sumOf('focus'), sumOf('best'))].join(' | ')} |`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}

/** Counts the faces of a photo that a crop of this ratio could show, and those that it shows around three points. */
function wholeIn({ ratio: picture, faces, focus }: Pictured, ratio: number) {
  const cutAt = (point: Focus) => cutBox(point, { picture, ratio });
  const { width, height } = cutAt(MIDDLE);
  const fitting = faces.filter((face) => face.width <= width && face.height <= height);
  const count = (point: Focus) => fitting.filter((face) => isWithin(face, cutAt(point))).length;
  const steps = Array.from({ length: 101 }, (_, at) => at / 100);
  const best = Math.max(...steps.map((at) => count({ x: at, y: at })));
  return { fit: fitting.length, focus: count(focus), middle: count(MIDDLE), best };
}

function isWithin(face: Box, cut: Box): boolean {
  const isInRow = face.left >= cut.left && face.left + face.width <= cut.left + cut.width;
  return isInRow && face.top >= cut.top && face.top + face.height <= cut.top + cut.height;
}

async function lookAt(paths: readonly string[]): Promise<Pictured[]> {
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    await page.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      return pathname === '/'
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
        : route.fulfill({ path: join(DETECTOR, pathname) });
    });
    await page.goto(ORIGIN);
    await page.addScriptTag({ url: `${ORIGIN}/dist/face-api.js` });
    await page.evaluate('faceapi.nets.ssdMobilenetv1.loadFromUri("/model")');
    const found: Pictured[] = [];
    for (const path of paths) found.push(await lookAtOne(page, path));
    return found;
  } finally {
    await browser.close();
  }
}

async function lookAtOne(page: Page, path: string): Promise<Pictured> {
  const medium = await toMedium(fitted(sharp(readFileSync(path), { autoOrient: true }), false));
  const { width, height, channels } = medium.info;
  const upright = await sharp(medium.data, { raw: { width, height, channels } }).jpeg().toBuffer();
  const faces: Box[] = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/jpeg;base64,${upright.toString('base64')}';
    await image.decode();
    const found = await faceapi.detectAllFaces(image, new faceapi.SsdMobilenetv1Options({ minConfidence: 0.5 }));
    const box = ({ box: { x, y, width, height } }) => ({
      left: x / image.naturalWidth, top: y / image.naturalHeight,
      width: width / image.naturalWidth, height: height / image.naturalHeight,
    });
    return found.map(box);
  })()`);
  const isHeldOut = createHash('sha256').update(basename(path)).digest().readUInt8(0) % 2 === 1;
  return { isHeldOut, ratio: width / height, focus: await focusOf(medium), faces };
}
