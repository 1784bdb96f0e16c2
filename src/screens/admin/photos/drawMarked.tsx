import type { Photo } from '#contract/schemas/photos.ts';
import { PhotoGridTile, type PhotoGridTileProps } from '#src/ui/photoGrid/PhotoGridTile.tsx';
import { HiddenMark } from './selection/HiddenMark.tsx';
import shapes from '#src/ui/shapes.module.css';

/** A tile without a selection, with a mark if the photo is hidden. */
export function drawMarked(photo: Photo, tile: PhotoGridTileProps) {
  if (!photo.hidden) return <PhotoGridTile {...tile} />;
  return (
    <div className={`${shapes.relative} ${shapes.rigid}`}>
      <PhotoGridTile {...tile} />
      <HiddenMark />
    </div>
  );
}
