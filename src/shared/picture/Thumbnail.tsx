import { imageUrl } from '#src/shared/api/imageUrls.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { crossOriginFor, retryLater } from '#src/shared/ui/photoGrid/photoImage.ts';

interface Props {
  photo: Photo;
  alt: string;
  className: string | undefined;
  /** The width of its box divided by the height. */
  ratio: number;
}

/** A small picture of a photo, cropped around its focus. */
export function Thumbnail({ photo, alt, className, ratio }: Props) {
  const src = imageUrl(photo, 'thumbnail');
  return (
    <img
      key={src}
      className={className}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      crossOrigin={crossOriginFor(src)}
      style={{ objectPosition: cutPosition(photo, ratio) }}
      onError={({ currentTarget }) => retryLater(currentTarget, thumbnailRetryMs)}
    />
  );
}
