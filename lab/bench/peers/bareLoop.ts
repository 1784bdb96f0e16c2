import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import sharp from 'sharp';

/**
 * The peer of the upload call: nothing but sharp, which makes the same two variants of the same files, as many at a
 * time. Run as: node bareLoop.ts WORKERS OUTPUT-FOLDER FILE…; says 'ready', begins at a line on stdin, prints the
 * milliseconds.
 */
const [workers = '', outputFolder = '', ...files] = process.argv.slice(2);

// The priority of the server's decoders, so that a busy machine is as hard on both.
setPriority(5);
sharp.cache(false);
sharp.concurrency(1);
console.log('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
const started = performance.now();
let next = 0;
await Promise.all(Array.from({ length: Number(workers) }, work));
console.log(performance.now() - started);
process.exit(0);

async function work(): Promise<void> {
  for (let index = (next += 1) - 1; index < files.length; index = (next += 1) - 1) {
    const { data, info } = await sharp(files[index], { failOn: 'error', autoOrient: true })
      .resize({ width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const medium = sharp(data, { raw: info });
    const thumbnail = medium.clone().resize({ width: 400, height: 400, fit: 'outside', withoutEnlargement: true });
    const encoded = await Promise.all([medium, thumbnail].map((picture) => picture.jpeg({ quality: 80 }).toBuffer()));
    await Promise.all(encoded.map((bytes, variant) => writeFile(`${outputFolder}/${index}-${variant}.jpg`, bytes)));
  }
}
