import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Value } from 'typebox/value';
import { isDiskFull } from '../../diskFull.ts';
import { reasonOf } from '../../errors.ts';
import { DecodeRequest, OUT_OF_MEMORY_EXIT, type DecodeResponse } from './decoderMessages.ts';
import { prepareSharp, TooManyPixels, writeVariants } from './variants.ts';

/**
 * The child process that pictures are decoded in, one at a time: whatever a hostile file does to the decoder
 * ends here. Started and ended by decodePool.ts.
 */
const MEMORY_CHECK_MS = 50;
const NICENESS = 5;

const memoryBytes = Number(process.argv[2]);

prepareSharp();
standBack();
// The pictures' memory is libvips' own and Node's heap limits don't see it.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) process.exit(OUT_OF_MEMORY_EXIT);
}, MEMORY_CHECK_MS);
process.on('disconnect', () => process.exit(0));
// A terminal's Ctrl+C reaches the whole group; the server finishes what is in flight and ends us itself.
process.on('SIGINT', () => undefined);
process.on('message', (message) => {
  void answer(message).then((said) => process.send?.(said));
});

async function answer(message: unknown): Promise<DecodeResponse> {
  if (!Value.Check(DecodeRequest, message)) {
    return { outcome: 'refused', reason: 'internal', detail: 'not a decode request' };
  }
  try {
    return { outcome: 'decoded', ...(await writeVariants(message)) };
  } catch (error) {
    return { outcome: 'refused', reason: refusalOf(error), detail: reasonOf(error) };
  }
}

function refusalOf(error: unknown): 'unreadable' | 'too-many-pixels' | 'disk-full' | 'internal' {
  if (error instanceof TooManyPixels) return 'too-many-pixels';
  if (isDiskFull(error)) return 'disk-full';
  if (!(error instanceof Error)) return 'internal';
  if (/pixel limit/i.test(error.message)) return 'too-many-pixels';
  // Errors of the system carry a code, libvips' don't.
  return 'code' in error ? 'internal' : 'unreadable';
}

/** Screens are served first, and when memory runs out it is a decoder that the kernel takes. */
function standBack(): void {
  try {
    setPriority(NICENESS);
    writeFileSync('/proc/self/oom_score_adj', '900');
  } catch {
    // Not every system has these; they only help.
  }
}
