import { expect, test } from 'vitest';
import { minThumbnailPx } from '../../../../src/domain/albums/thumbnailWidth.ts';

test('the kiosk’s thumbnails are at least 200 px wide, and 150 px on small screens', () => {
  expect([320, 599, 600, 1_280].map(minThumbnailPx)).toEqual([150, 150, 200, 200]);
});
