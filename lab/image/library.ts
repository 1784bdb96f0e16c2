import type { Container } from './container.ts';

const PHOTOS = 4;
const OWNER = 'owner@example.org';
const NODE = 'lamp-1';

/** Makes pictures in the container's folder for passing files. */
const DRAW = `
import sharp from 'sharp';
import { mkdirSync } from 'node:fs';
mkdirSync('/tmp/pictures/Summer', { recursive: true });
for (let n = 0; n < ${PHOTOS}; n += 1) {
  const background = { r: n * 60, g: 90, b: 120 };
  await sharp({ create: { width: 900, height: 600, channels: 3, background } }).jpeg().toFile('/tmp/pictures/Summer/' + n + '.jpg');
}`;

/** Tells, with a tablet's key, its albums, its photos, and the hash of each image that it is served. */
const LOOK = `
import { createHash } from 'node:crypto';
const [key] = process.argv.slice(1);
const get = async (path) => {
  const response = await fetch('http://localhost:8083' + path, { headers: { 'X-API-Key': key } });
  if (!response.ok) throw new Error(path + ' answers ' + response.status);
  return response;
};
const { valid, installation } = await (await get('/auth/check-api-key/' + key)).json();
const seen = [];
for (const { id, name, slug } of await (await get('/photos/albums')).json()) {
  for (const { filename, albumSlug } of await (await get('/photos/albums/' + id + '/photos')).json()) {
    const image = Buffer.from(await (await get('/photos/' + albumSlug + '/thumbnail/' + filename)).arrayBuffer());
    seen.push([name, slug, filename, createHash('sha256').update(image).digest('hex')]);
  }
}
console.log(JSON.stringify({ valid, installation, seen: seen.sort() }));`;

/** Fills the container's library by the operator's commands, and returns the key of its tablet. */
export function fill(container: Container): string {
  const drawn = container.inside('node', '--input-type=module', '--eval', DRAW);
  if (!drawn.isGood) throw new Error(drawn.stderr);
  container.command('import', '/tmp/pictures');
  container.command('user', 'grant', OWNER, 'admin');
  container.command('node', 'add', NODE);
  return container.command('key', 'create', 'Wall');
}

interface Seen {
  valid: boolean;
  installation: string;
  seen: string[][];
}

interface Look {
  tablet: Seen;
  /** The facts of this kind, each with whether it is true. */
  others: Record<string, boolean>;
  verify: string;
}

/** Reads the library as its tablet does, and as an operator does. */
export function lookAt(container: Container, key: string): Look {
  const looked = container.inside('node', '--input-type=module', '--eval', LOOK, key);
  if (!looked.isGood) throw new Error(looked.stderr);
  const others = {
    'the account': new RegExp(`${OWNER.replace('.', '\\.')}.*admin`).test(container.command('user', 'list')),
    'the node': container.command('node', 'list').includes(NODE),
    'the key': container.command('key', 'list').includes('Wall'),
  };
  const tablet: Seen = JSON.parse(looked.stdout);
  return { tablet, others, verify: container.command('verify') };
}

/** Returns the differences of a library; empty when nothing was lost or changed. */
export function differences(before: Look, now: Look): string[] {
  const isSame = JSON.stringify(now.tablet) === JSON.stringify(before.tablet);
  const said = isSame ? [] : [`the tablet saw ${JSON.stringify(before.tablet)}, then ${JSON.stringify(now.tablet)}`];
  if (now.tablet.seen.length !== PHOTOS || !now.tablet.valid) said.push('the tablet does not see all');
  said.push(...Object.keys(now.others).flatMap((what) => (now.others[what] ? [] : `${what} is gone`)));
  const clean = `photos ${PHOTOS}, missing 0, orphaned 0, mismatching 0`;
  if (now.verify !== clean) said.push(`verify says ${now.verify}`);
  return said;
}
