import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Value } from 'typebox/value';
import { isDiskFull, reasonOf } from '../../errors.ts';
import { type DecoderFailure, DecodeRequest, type DecodeResponse, OUT_OF_MEMORY_EXIT } from './decoderMessages.ts';
import { prepareSharp, TooManyPixelsError, writeVariants } from './variants.ts';

/**
 * The child process that decodes pictures, one at a time, so that a hostile file can harm nothing else. Started and
 * ended by decodePool.ts.
 */
const MEMORY_CHECK_MS = 50;
const NICENESS = 5;

const memoryBytes = Number(process.argv[2]);

prepareSharp();
lowerPriority();
// libvips allocates the memory of pictures itself, where Node's heap limits don't apply.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) process.exit(OUT_OF_MEMORY_EXIT);
}, MEMORY_CHECK_MS);
process.on('disconnect', () => process.exit(0));
// A terminal's Ctrl+C reaches child processes too; the server finishes the requests in progress and then ends this one.
process.on('SIGINT', () => undefined);
process.on('message', (message) => {
  void decode(message).then((response) => process.send?.(response));
});

async function decode(message: unknown): Promise<DecodeResponse> {
  if (!Value.Check(DecodeRequest, message)) {
    return { outcome: 'failed', reason: 'internal', detail: 'not a decode request' };
  }
  try {
    return { outcome: 'decoded', photo: await writeVariants(message) };
  } catch (error) {
    return { outcome: 'failed', reason: failureOf(error), detail: reasonOf(error) };
  }
}

function failureOf(error: unknown): DecoderFailure {
  if (error instanceof TooManyPixelsError) return 'too-many-pixels';
  if (isDiskFull(error)) return 'disk-full';
  if (!(error instanceof Error)) return 'internal';
  if (/pixel limit/i.test(error.message)) return 'too-many-pixels';
  // Errors of the operating system have a code, those of libvips don't.
  return 'code' in error ? 'internal' : 'unreadable';
}

/** Requests of screens come before decoding, and when memory runs out the kernel ends a decoder first. */
function lowerPriority(): void {
  try {
    setPriority(NICENESS);
    writeFileSync('/proc/self/oom_score_adj', '900');
  } catch {
    // Not every system has these two; the server works without them.
  }
}
