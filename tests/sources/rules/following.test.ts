import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Following } from '#server/sources/following.ts';

type Options = ConstructorParameters<typeof Following>[0];

/** More than a run takes that finds its source gone. */
const MICROTASKS = 12;

test('a source is read whenever it is asked for, also between the last look of a run and its end', async () => {
  for (let waited = 0; waited < MICROTASKS; waited += 1) {
    const read: string[] = [];
    const sources = { find: async (id: string) => void read.push(id) };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a source that is gone needs nothing else
    const following = new Following({ sources, leader: { isHere: () => true } } as unknown as Options);
    following.read('one');
    for (let step = 0; step < waited; step += 1) await Promise.resolve();
    following.read('two');
    await setImmediate();
    expect(read, `after ${waited} microtasks`).toEqual(['one', 'two']);
  }
});
