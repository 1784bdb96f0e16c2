import { expect, test } from 'vitest';
import { affectedGroups } from '#domain/users/affectedText.ts';

test('things that a list affects are named by kind, with what happens to them', () => {
  const groups = affectedGroups([
    { kind: 'source', name: 'Immich' },
    { kind: 'share', name: '“Norway” for Grandma' },
    { kind: 'share', name: '“Norway”' },
  ]);
  expect(groups).toEqual([
    {
      kind: 'share',
      sentence: 'These shared links open nothing while their albums are not in the list:',
      names: ['“Norway” for Grandma', '“Norway”'],
    },
    { kind: 'source', sentence: 'This source of photos goes on, until somebody pauses it:', names: ['Immich'] },
  ]);
});

test('a code for guests', () => {
  expect(affectedGroups([{ kind: 'guest-code', name: 'Hall' }]).map(({ sentence }) => sentence)).toEqual([
    'This code for guests takes no photos while its album is not in the list:',
  ]);
});
