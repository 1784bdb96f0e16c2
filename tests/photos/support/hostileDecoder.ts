import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isDecoderRequest } from '#server/photos/decode/decoderMessages.ts';

/**
 * The real decoder process, but for pictures that end in one of these words: it then does what a hostile file may
 * make a decoder do.
 */
export const HOSTILE = {
  hang: 'MAKE-IT-HANG',
  crash: 'MAKE-IT-CRASH',
  memory: 'MAKE-IT-EAT-MEMORY',
  killedOnce: 'KILL-IT-ONCE',
  killed: 'KILL-IT-ALWAYS',
  readError: 'SPOIL-THE-FILE',
};

// Tests import the words; only as a program of its own does it decode.
if (import.meta.main) {
  const { limitMemory } = await import('#server/photos/decode/decoderProcess.ts');
  const real = process.listeners('message');
  process.removeAllListeners('message');
  process.on('message', (message, handle) => {
    if (!isDecoderRequest(message) || typeof message === 'string' || !('files' in message)) return;
    const { original } = message.files;
    const ending = readFileSync(original).subarray(-30).toString();
    limitMemory(message.memoryBytes);
    if (ending.endsWith(HOSTILE.hang)) hang();
    else if (ending.endsWith(HOSTILE.crash)) process.kill(process.pid, 'SIGSEGV');
    else if (ending.endsWith(HOSTILE.memory)) eatMemory();
    else if (ending.endsWith(HOSTILE.killedOnce) && isFirstTime(original)) process.kill(process.pid, 'SIGKILL');
    else if (ending.endsWith(HOSTILE.killed)) process.kill(process.pid, 'SIGKILL');
    else {
      if (ending.endsWith(HOSTILE.readError)) writeFileSync(original, 'not what was sent');
      for (const listener of real) listener(message, handle);
    }
  });
}

/** Deaf to every message and signal but the last, like an endless loop, without the heat of one. */
function hang(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function eatMemory(): void {
  const eaten: Buffer[] = [];
  setInterval(() => eaten.push(Buffer.alloc(256 * 1024 * 1024, eaten.length)), 5);
}

function isFirstTime(original: string): boolean {
  const mark = join(tmpdir(), `${basename(dirname(original))}.seen`);
  if (existsSync(mark)) return false;
  writeFileSync(mark, '');
  return true;
}
