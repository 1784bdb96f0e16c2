import { expect, test } from 'vitest';
import { TRASH } from '#server/core/limits.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { FILENAMES_PER_CALL } from '#contract/limits.ts';
import { everyBatch } from '#domain/curation/batches.ts';
import { trashTimeText } from '#domain/trash/trash.ts';

// Limits that two sides have to agree on.

test('the days of the trash that a page without the script of its server says are those of the setting', () => {
  expect(trashTimeText()).toBe(`${readSettings({}).trashDays} days`);
});

test('as many names as the administration sends at once fit into one call', async () => {
  const sizes: number[] = [];
  await everyBatch(Array(20_000).fill('a.jpg'), async (names) => sizes.push(names.length));
  const sent = Math.max(...sizes);
  expect(sent).toBeLessThanOrEqual(TRASH.namesPerCall);
  expect(sent).toBeLessThanOrEqual(FILENAMES_PER_CALL);
});
