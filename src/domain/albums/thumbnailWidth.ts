const SMALL_SCREEN_PX = 600;

/** The smallest width that the kiosk's thumbnails may have in a grid of this width, both in CSS pixels. */
export function minThumbnailPx(gridWidth: number): number {
  return gridWidth < SMALL_SCREEN_PX ? 150 : 200;
}
