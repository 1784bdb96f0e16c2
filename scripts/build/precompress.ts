import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt)$/;
/** Smaller files are not compressed, because the compressed file would hardly be smaller. */
const LEAST_BYTES = 256;

/**
 * The number of attempts of Zopfli, which makes the smallest gzip; more of them save less than one byte in a thousand.
 */
const GZIP_TRIES = 5;

const brotli = promisify(brotliCompress);

/** Puts .br and .gz files beside what the build made, so that the server never compresses the same bytes twice. */
export function precompress(): Plugin {
  let outDir = 'dist';
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    // Run in sequence, so that the service worker, which another `closeBundle` hook writes, is complete.
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(outDir) },
  };
}

async function compressFolder(folder: string): Promise<void> {
  // Loaded last: once it is, an error of the build would be printed with all of the library's code above it.
  const { gzipAsync } = await import('@gfx/zopfli');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  const gzip = (bytes: Buffer) => gzipAsync(bytes, { numiterations: GZIP_TRIES });
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name), gzip)));
}

async function compressFile(file: string, gzip: (bytes: Buffer) => Promise<Uint8Array>): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const smallest = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  await writeFile(`${file}.br`, await brotli(bytes, smallest));
  await writeFile(`${file}.gz`, await gzip(bytes));
}
