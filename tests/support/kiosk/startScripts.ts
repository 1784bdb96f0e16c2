import { readFileSync, statSync } from 'node:fs';
import type { BuildManifest } from '#scripts/build/shellFiles.ts';

/** The files that a page starts with, by the names of scripts/build/chunks.ts. The wall's home is in the first one. */
const PAGES = {
  kioskHome: ['index'],
  codenames: ['index', 'table'],
};
const DIST = new URL('../../../dist/', import.meta.url);

/** Code that only other screens need, and the text by which it is recognised. */
export const FOREIGN_CODE = {
  ky: /HTTPError/,
  'the socket client': /engine\.io|socket\.io|getBrightness/,
  'the admin': /User Management|Photo Management|\+ Add Album|Welcome, /,
  'the codenames board': /Take Photo/,
  'the slideshow and the grid': /✕ Close|scrollMargin/,
};

interface Script {
  /** Below dist/. */
  file: string;
  text: string;
  /** The compressed size, from the file that the build puts beside it. */
  gzipBytes: number;
}

/** The built entry and the file of a page, with everything that they import before they run. */
export function scriptsOf(page: keyof typeof PAGES): Script[] {
  const manifest: BuildManifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'));
  const seen = new Set<string>();
  const waiting = Object.keys(manifest).filter((key) => PAGES[page].includes(manifest[key]?.name ?? ''));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    waiting.push(...(manifest[name]?.imports ?? []));
  }
  return [...seen]
    .flatMap((name) => manifest[name]?.file ?? [])
    .map((file) => {
      const { size } = statSync(new URL(`${file}.gz`, DIST));
      return { file, text: readFileSync(new URL(file, DIST), 'utf8'), gzipBytes: size };
    });
}
