import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// The licences of everything that `npm start` runs: they may ask for nothing but to be named.

const ROOT = new URL('../../', import.meta.url);
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
]);

/** Looked at one by one. */
const ALLOWED: { packages: RegExp; licence: string; why: string }[] = [
  {
    packages: /^@img\/sharp-(?:libvips-[\w-]+|wasm32|win32-\w+)$/,
    licence: 'LGPL-3.0-or-later',
    why: "libvips, sharp's prebuilt shared library: loaded at run time, replaceable, not changed by us",
  },
  {
    packages: /^libheif-js$/,
    licence: 'LGPL-3.0',
    why: 'libheif and libde265 in WebAssembly: a file of its own, loaded at run time, replaceable, not changed by us',
  },
  {
    packages: /^web-push$/,
    licence: 'MPL-2.0',
    why: 'asks for its own files only, which stay in a package of their own and are not changed by us',
  },
  {
    packages: /^mediabunny$/,
    licence: 'MPL-2.0',
    why: 'asks for its own files only, which are not changed by us; the app names it in its licences',
  },
  { packages: /^isbot$/, licence: 'Unlicense', why: 'public domain; of the router, for rendering on a server' },
];

interface Package {
  license?: string;
  /** The form of the field in packages of the first years. */
  licenses?: { type: string }[];
}

interface LockedPackage extends Package {
  dev?: boolean;
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(new URL('package-lock.json', ROOT), 'utf8'),
);
const production = Object.entries(lock.packages).filter(([folder, { dev }]) => folder !== '' && !dev);

/** The installed package's own word; of another platform's prebuilds, which are not installed here, the lock file's. */
function licencesOf(folder: string, locked: LockedPackage): string[] {
  const file = fileURLToPath(new URL(`${folder}/package.json`, ROOT));
  const { license, licenses }: Package = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : locked;
  return license?.split(' AND ') ?? licenses?.map(({ type }) => type) ?? ['none named'];
}

it('every production dependency may be used and passed on freely', () => {
  const refused = production.flatMap(([folder, locked]) => {
    const name = folder.replace(/^.*node_modules\//, '');
    return licencesOf(folder, locked)
      .filter((licence) => !PERMISSIVE.has(licence))
      .filter((licence) => !ALLOWED.some((one) => one.licence === licence && one.packages.test(name)))
      .map((licence) => `${name}: ${licence}`);
  });
  expect(production.length).toBeGreaterThan(100);
  expect(refused).toEqual([]);
});
