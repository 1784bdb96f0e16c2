import { expect, test } from 'vitest';
import type { AffectedThing } from '#contract/users/schemas.ts';
import { affectedGroups } from '#domain/users/affectedText.ts';

test('things that a list affects are named by kind', () => {
  const groups = affectedGroups([
    { kind: 'source', name: 'Immich' },
    { kind: 'share', name: '“Norway” for Grandma' },
    { kind: 'share', name: '“Norway”' },
  ]);
  expect(groups.map(({ kind, names }) => [kind, names])).toEqual([
    ['share', ['“Norway” for Grandma', '“Norway”']],
    ['source', ['Immich']],
  ]);
});

test.each<[AffectedThing['kind'], { one: string; several: string }]>([
  [
    'share',
    {
      one: 'This shared link opens nothing while its album is not in the list:',
      several: 'These shared links open nothing while their albums are not in the list:',
    },
  ],
  [
    'guest-code',
    {
      one: 'This code for guests takes no photos while its album is not in the list:',
      several: 'These codes for guests take no photos while their albums are not in the list:',
    },
  ],
  [
    'source',
    {
      one: 'This source of photos goes on, until somebody pauses it:',
      several: 'These sources of photos go on, until somebody pauses them:',
    },
  ],
])('what happens to one %s and to several is said', (kind, { one, several }) => {
  const sentences = (...names: string[]) =>
    affectedGroups(names.map((name) => ({ kind, name }))).map(({ sentence }) => sentence);
  expect([sentences('a'), sentences('a', 'b')]).toEqual([[one], [several]]);
});
