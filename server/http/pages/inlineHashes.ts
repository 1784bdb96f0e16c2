import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The hashes by which the content security policy allows the inline scripts and styles of our index.html, and no
 * others.
 */
export interface BuiltApp {
  inlineHashes(element: 'script' | 'style'): string;
}

/** Reads index.html again when a new build has replaced it while the server runs. */
export function builtApp(distDir: string): BuiltApp {
  const file = join(distDir, 'index.html');
  let known = { builtAt: -1, hashes: { script: "'self'", style: "'self'" } };
  return {
    inlineHashes: (element) => {
      const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      if (builtAt !== undefined && builtAt !== known.builtAt) {
        const html = readFileSync(file, 'utf8');
        known = { builtAt, hashes: { script: hashesOf(html, 'script'), style: hashesOf(html, 'style') } };
      }
      return known.hashes[element];
    },
  };
}

/** A regular expression is enough here, since the HTML is our own build's. */
function hashesOf(html: string, element: string): string {
  const inline = html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${element}>`, 'g'));
  const hashes = Array.from(inline, ([, content = '']) => createHash('sha256').update(content).digest('base64'));
  return hashes.length === 0 ? "'self'" : hashes.map((hash) => `'sha256-${hash}'`).join(' ');
}
