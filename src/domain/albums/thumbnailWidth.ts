const SMALL_SCREEN_PX = 600;

/** The least width of the kiosk's thumbnails in a grid of this width, both in CSS pixels. */
export function minThumbnailPx(gridWidth: number): number {
  return gridWidth < SMALL_SCREEN_PX ? 150 : 200;
}
