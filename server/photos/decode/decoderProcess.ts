import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { isRecord } from '#domain/records.ts';
import { reasonOf, troubleOf } from '#server/core/errors.ts';
import { repeat } from '#server/core/repeating.ts';
import {
  type DecodeRequest,
  type HeadRequest,
  isDecoderRequest,
  OUT_OF_MEMORY_EXIT,
  READY_REQUEST,
  type WorkRequest,
} from './decoderMessages.ts';
import type { DecodeResponse, DecoderFailure } from './decoderResponses.ts';
import { TooManyPixelsError, TooMuchMemoryError } from './decodingLimits.ts';
import { readHead, writeVariants } from './variants.ts';
import sharp from 'sharp';

/**
 * The child process that decodes pictures, one at a time, so that a hostile file can harm nothing else; other subjects
 * read their files in it too. Started and ended by decodePool.ts.
 */

const MEMORY_CHECK_MS = 20;
const NICENESS = 5;

let memoryBytes = Number.POSITIVE_INFINITY;

prepareSharp();
lowerPriority();
// libvips allocates the memory of pictures itself, where Node's heap limits don't apply.
void repeat(MEMORY_CHECK_MS, () => {
  if (process.memoryUsage.rss() > memoryBytes) process.exit(OUT_OF_MEMORY_EXIT);
});
process.on('disconnect', () => process.exit(0));
// A terminal's Ctrl+C reaches child processes too; the server finishes the requests in progress and then ends this one.
process.on('SIGINT', () => undefined);
process.on('message', (message) => {
  void respond(message);
});

async function respond(message: unknown): Promise<void> {
  process.send?.(await decode(message));
}

async function decode(message: unknown): Promise<DecodeResponse> {
  if (!isDecoderRequest(message)) return { outcome: 'failed', reason: 'internal', detail: 'not a decode request' };
  if (message === READY_REQUEST) return { outcome: 'ready' };
  if ('headOf' in message)
    return withinMemory(message, async () => ({ outcome: 'head', head: await readHead(message) }));
  if ('module' in message)
    return withinMemory(message, async () => ({ outcome: 'worked', result: await work(message) }));
  limitMemory(message.memoryBytes);
  try {
    await removeUnfinished(message);
    return { outcome: 'decoded', photo: await writeVariants(message) };
  } catch (error) {
    const reason = failureOf(error);
    const isItsOwn = reason !== 'unreadable' || (await isAsSent(message));
    return { outcome: 'failed', reason: isItsOwn ? reason : 'read-error', detail: reasonOf(error) };
  } finally {
    limitMemory(Number.POSITIVE_INFINITY);
  }
}

async function withinMemory(
  { memoryBytes: bytes }: HeadRequest | WorkRequest,
  respondTo: () => Promise<DecodeResponse>,
): Promise<DecodeResponse> {
  limitMemory(bytes);
  try {
    return await respondTo();
  } catch (error) {
    return { outcome: 'failed', reason: failureOf(error), detail: reasonOf(error) };
  } finally {
    limitMemory(Number.POSITIVE_INFINITY);
  }
}

async function work({ module, input }: WorkRequest): Promise<unknown> {
  const loaded: unknown = await import(module);
  if (!isWorker(loaded)) throw new Error(`${module} has no function named run`);
  return loaded.run(input);
}

function isWorker(module: unknown): module is { run: (input: unknown) => Promise<unknown> } {
  return isRecord(module) && typeof module.run === 'function';
}

/** Sets the limit for one picture; between two pictures there is none. */
export function limitMemory(bytes: number): void {
  memoryBytes = bytes;
}

/** Deletes files left by a decoder that ended while it decoded this picture. */
async function removeUnfinished({ files }: DecodeRequest): Promise<void> {
  for (const file of [files.medium, files.thumbnail]) await rm(file, { force: true });
}

/** Whether the file still contains what was sent: if not, the disk is damaged, not the picture. */
async function isAsSent({ files, contentHash }: DecodeRequest): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(files.original)) hash.update(chunk);
  } catch {
    return false;
  }
  return hash.digest('hex') === contentHash;
}

function failureOf(error: unknown): DecoderFailure {
  if (error instanceof TooManyPixelsError) return 'too-many-pixels';
  if (error instanceof TooMuchMemoryError) return 'memory';
  const trouble = troubleOf(error);
  if (trouble) return trouble.status === 507 ? 'disk-full' : 'disk-trouble';
  if (!(error instanceof Error)) return 'internal';
  if (/pixel limit/i.test(error.message)) return 'too-many-pixels';
  // Errors of the operating system have a code, those of libvips don't.
  return 'code' in error ? 'internal' : 'unreadable';
}

/** Lets requests of screens use the processor first, and the kernel end a decoder first when memory runs out. */
function lowerPriority(): void {
  try {
    setPriority(NICENESS);
    writeFileSync('/proc/self/oom_score_adj', '900');
  } catch {
    // Not every system has process priorities and /proc; the server works without them.
  }
}

/**
 * Allows only five of libvips' loaders. A file's name does not tell its format, and an SVG could take very long to
 * load.
 */
function prepareSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadHeif',
    ],
  });
}
