import { describe, expect, test } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import { albumChoices, albumWithId, matchingChoices } from '#domain/curation/albumChoices.ts';

const album = (name: string, childAlbums: Album[] = []): Album => ({ id: name, name, slug: name, childAlbums });
const TREE = [
  album('Journeys', [album('Élan à Zürich', [album('Day 1')]), album('Norway')]),
  album('Home', [album('Garden')]),
];
const namesOf = (choices: readonly { album: Album }[]) => choices.map((choice) => choice.album.name);

const found = (text: string) => namesOf(matchingChoices(albumChoices(TREE), text));

describe('the albums that something can be moved to', () => {
  test('are all, each before those below it, with its depth and what is above it', () => {
    const choices = albumChoices(TREE);
    expect(namesOf(choices)).toEqual(['Journeys', 'Élan à Zürich', 'Day 1', 'Norway', 'Home', 'Garden']);
    expect(choices.map(({ depth }) => depth)).toEqual([0, 1, 2, 1, 0, 1]);
    expect(choices[2]?.path).toEqual(['Journeys', 'Élan à Zürich']);
  });

  test('are neither the album itself nor one below it', () => {
    expect(namesOf(albumChoices(TREE, { without: 'Élan à Zürich' }))).toEqual(['Journeys', 'Norway', 'Home', 'Garden']);
    expect(namesOf(albumChoices(TREE, { without: 'Journeys' }))).toEqual(['Home', 'Garden']);
  });

  test('come from a tree of any depth', () => {
    let deep = album('deepest');
    for (let level = 0; level < 2_000; level += 1) deep = album(`level ${level}`, [deep]);
    expect(albumChoices([deep])).toHaveLength(2_001);
  });
});

describe('the search', () => {
  test.each([
    ['', ['Journeys', 'Élan à Zürich', 'Day 1', 'Norway', 'Home', 'Garden']],
    ['  ', ['Journeys', 'Élan à Zürich', 'Day 1', 'Norway', 'Home', 'Garden']],
    ['norw', ['Norway']],
    ['zurich', ['Élan à Zürich', 'Day 1']],
    ['ZÜRICH 1', ['Day 1']],
    ['day journeys', ['Day 1']],
    ['  norway  journeys ', ['Norway']],
    ['zurichday', []],
    ['nowhere', []],
  ])('for %j', (text, names) => expect(found(text)).toEqual(names));
});

test('an album is found by its id, at any depth', () => {
  expect(albumWithId(TREE, 'Day 1')?.name).toBe('Day 1');
  expect(albumWithId(TREE, 'Home')?.childAlbums).toHaveLength(1);
  expect([albumWithId(TREE, 'gone'), albumWithId(TREE, undefined)]).toEqual([undefined, undefined]);
});
