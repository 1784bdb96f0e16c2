import { expect, it } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { slidesOf } from '#domain/slideshow/slideList.ts';

const photo = (filename: string, hidden = false): Photo => ({
  filename,
  albumSlug: 'a',
  ...(hidden ? { hidden: true } : {}),
});
const [one, two, three] = [photo('1'), photo('2', true), photo('3', true)];

it('leaves hidden photos out', () => {
  expect(slidesOf([one, two, three])).toEqual([one]);
});

it('shows nothing of an album with nothing but hidden photos', () => {
  expect(slidesOf([two, three])).toEqual([]);
});

it('shows the hidden photo that somebody tapped, also when the list is another one by then', () => {
  expect(slidesOf([one, two, { ...three }], three)).toEqual([one, three]);
});
