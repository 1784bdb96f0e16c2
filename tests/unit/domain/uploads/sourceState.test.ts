import { expect, test } from 'vitest';
import type { Source } from '#contract/schemas/arrivals/sources.ts';
import { mediumDate } from '#domain/clock/mediumDate.ts';
import { sourceStateText } from '#domain/uploads/sourceState.ts';

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
  expect(sourceStateText(source, 'en')).toBe('All is taken · 0 photos · not read yet');
  const lastReadAt = '2026-02-01T12:00:00.000Z';
  const away: Source = { ...source, state: 'away', message: 'The folder is empty', photos: 1, lastReadAt };
  expect(sourceStateText(away, 'en')).toBe(
    `Away: The folder is empty · 1 photo · last read ${mediumDate(lastReadAt, 'en')}`,
  );
});
