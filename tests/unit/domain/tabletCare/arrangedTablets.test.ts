import { expect, it } from 'vitest';
import type { Tablet } from '../../../../src/contract/tablets.ts';
import { arrangedTablets } from '../../../../src/domain/tabletCare/arrangedTablets.ts';

const TABLETS: Pick<Tablet, 'name' | 'state'>[] = [
  { name: 'Attic', state: 'revoked' },
  { name: 'Tablet 10', state: 'active' },
  { name: 'Barn', state: 'revoked' },
  { name: 'tablet 9', state: 'waiting' },
  { name: 'Küche oben', state: 'active' },
];
const names = (search: string) => arrangedTablets(TABLETS, search).map(({ name }) => name);

it('come by name, numbers by their size, and those that are revoked last', () => {
  expect(names(' ')).toEqual(['Küche oben', 'tablet 9', 'Tablet 10', 'Attic', 'Barn']);
  expect(arrangedTablets(TABLETS.toReversed(), '')).toEqual(arrangedTablets(TABLETS, ''));
});

it('are found by all words of their name, whatever the accents and capitals', () => {
  expect(names(' oben  kuche ')).toEqual(['Küche oben']);
  expect(names('TABLET 1')).toEqual(['Tablet 10']);
  expect(names('garage')).toEqual([]);
});
