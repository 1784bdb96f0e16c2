import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt)$/;
/** Smaller files are not compressed, because the compressed file would hardly be smaller. */
const LEAST_BYTES = 256;

/**
 * The number of attempts of Zopfli, which makes the smallest gzip; more of them save less than one byte in a thousand.
 */
const GZIP_TRIES = 5;

const brotli = promisify(brotliCompress);
const quickGzip = promisify(gzip);

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
  const smallest = (bytes: Buffer) => gzipAsync(bytes, { numiterations: GZIP_TRIES });
  const paths = files.map((file) => join(file.parentPath, file.name));
  const pages = await Promise.all(paths.filter((path) => path.endsWith('.html')).map((path) => readFile(path, 'utf8')));
  // Zopfli takes two hundred times as long, for one byte in thirty: only for what a cold start waits for.
  const isFirst = (path: string) => path.endsWith('.html') || pages.some((page) => page.includes(basename(path)));
  await Promise.all(
    paths.map((path) => compressFile(path, isFirst(path) ? smallest : (bytes) => quickGzip(bytes, { level: 9 }))),
  );
}

async function compressFile(file: string, toGzip: (bytes: Buffer) => Promise<Uint8Array>): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const smallest = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  await writeFile(`${file}.br`, await brotli(bytes, smallest));
  await writeFile(`${file}.gz`, await toGzip(bytes));
}
