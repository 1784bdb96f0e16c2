const SMALL_SCREEN_PX = 600;

/** On a television, seen from across the room, five thumbnails share a row. */
const TELEVISION_PX = 1_500;
const OF_TELEVISION = 1 / 6;

/** The smallest width that the kiosk's thumbnails may have in a grid of this width, both in CSS pixels. */
export function minThumbnailPx(gridWidth: number): number {
  if (gridWidth >= TELEVISION_PX) return Math.floor(gridWidth * OF_TELEVISION);
  return gridWidth < SMALL_SCREEN_PX ? 150 : 200;
}
