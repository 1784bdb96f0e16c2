import { expect, test } from 'vitest';
import { photoLabel } from '../../../../src/domain/albums/photoLabel.ts';
import { mediumDate } from '../../../../src/domain/clock/mediumDate.ts';

const photo = { filename: 'IMG_1-0123456789abcdef0123456789abcdef.jpg', albumSlug: 'concert' };
const place = { albumName: 'Concert 2023', index: 2 };
const takenAt = '2023-06-21T19:30:00';

test.each([
  [{ ...photo, caption: ' The encore ', takenAt }, 'The encore'],
  [{ ...photo, takenAt }, `Concert 2023, ${mediumDate(takenAt)}`],
  [{ ...photo, caption: ' ', takenAt }, `Concert 2023, ${mediumDate(takenAt)}`],
  [photo, 'Photo 3'],
])('%j is called %j', (labelled, expected) => {
  expect(photoLabel(labelled, place)).toBe(expected);
});
