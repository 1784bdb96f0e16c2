import { expect, test } from 'vitest';
import { TrashRemoval } from '#server/photos/trash/trashRemoval.ts';

type Options = ConstructorParameters<typeof TrashRemoval>[0];

/** More than a run takes that finds nothing to remove. */
const MICROTASKS = 12;

test('what is deleted for good between the last look of a run and its end is removed', async () => {
  for (let waited = 0; waited < MICROTASKS; waited += 1) {
    let looks = 0;
    const trash = { removeSome: async () => void (looks += 1) };
    const removedFiles = { removeAll: async () => true };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a run needs nothing else
    const removal = new TrashRemoval({ trash, removedFiles } as unknown as Options);
    const first = removal.run();
    for (let step = 0; step < waited; step += 1) await Promise.resolve();
    const before = looks;
    await Promise.all([first, removal.run()]);
    expect(looks, `after ${waited} microtasks`).toBeGreaterThan(before);
  }
});
