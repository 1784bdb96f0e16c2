import { expect, test } from 'vitest';
import type { Source } from '#contract/schemas/arrivals/sources.ts';
import { sourceStateText } from '#domain/uploads/sourceState.ts';

const READER = { now: new Date(2026, 1, 2, 9).getTime(), locale: 'en-GB' };

const source: Source = {
  id: 's',
  kind: 'folder',
  name: 'NAS',
  path: '/mnt/photos',
  albumId: null,
  state: 'ok',
  lastReadAt: null,
  photos: 0,
  refused: [],
};

test('the state of a source names why, how many photos came, and when it was last read', () => {
  expect(sourceStateText(source, READER)).toBe('All is taken · 0 photos · not read yet');
  const lastReadAt = new Date(2026, 1, 1, 12).toISOString();
  const away: Source = { ...source, state: 'away', message: 'The folder is empty', photos: 1, lastReadAt };
  expect(sourceStateText(away, READER)).toBe('Away: The folder is empty · 1 photo · last read yesterday 12:00');
});
