import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectBuffersOf, collectGarbage } from '#server/core/settings/machine.ts';

const MB = 1024 ** 2;
const CHUNK = 64 * 1024;

test('the buffers of an upload are freed while it goes on', async () => {
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let received = 0; received < 256 * MB; received += CHUNK) {
    collectBuffersOf(Buffer.allocUnsafeSlow(CHUNK).length);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    if (received % MB === 0) await turn();
  }
  // V8 by itself waits for 64 MB.
  expect(most).toBeLessThan(24 * MB);
});

test('the garbage of an upload is given back at rest, on a large machine too', async () => {
  let garbage: Uint8Array[] | undefined = Array.from({ length: 32 }, () => new Uint8Array(MB));
  const before = process.memoryUsage().arrayBuffers;
  expect(garbage).toHaveLength(32);
  garbage = undefined;
  collectGarbage();
  // V8 gives the memory of buffers back in a thread of its own.
  await expect.poll(() => before - process.memoryUsage().arrayBuffers).toBeGreaterThanOrEqual(31 * MB);
});
