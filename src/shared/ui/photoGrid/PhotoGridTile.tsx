import { memo, useState } from 'react';
import { crossOriginFor, type RetryDelay, retryLater } from './photoImage.ts';
import styles from './PhotoGrid.module.css';

export interface PhotoGridTileProps {
  src: string;
  label: string;
  /** `object-position` of the picture. */
  position: string;
  index: number;
  /** The side of the square, in CSS pixels. */
  size: number;
  /** True for the one tile of the grid at which the Tab key stops; the arrow keys move on from there. */
  reachable: boolean;
  /** While the page scrolls fast, a new tile waits with loading its picture until the scrolling ends. */
  scrollingFast: boolean;
  retryDelayMs: RetryDelay;
  open: ((index: number) => void) | undefined;
}

/** One thumbnail. Memoised, so that tiles that stay in view are not rendered again while rows come and go. */
export const PhotoGridTile = memo(function PhotoGridTile(props: PhotoGridTileProps) {
  const { label, index, size, reachable, open } = props;
  const image = <TilePicture {...props} alt={open ? '' : label} />;
  const box = { width: size, height: size };
  if (!open) {
    return (
      <div className={styles.tile} style={box}>
        {image}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={styles.tile}
      style={box}
      aria-label={label}
      data-index={index}
      tabIndex={reachable ? 0 : -1}
      onClick={() => open(index)}
    >
      {image}
    </button>
  );
});

type PictureProps = Pick<PhotoGridTileProps, 'src' | 'size' | 'position' | 'scrollingFast' | 'retryDelayMs'> & {
  alt: string;
};

/** The square picture of a tile. */
export function TilePicture({ src, alt, size, position, scrollingFast, retryDelayMs }: PictureProps) {
  const [isWanted, setIsWanted] = useState(!scrollingFast);
  if (!isWanted && !scrollingFast) setIsWanted(true);
  return (
    <img
      className={styles.image}
      src={isWanted ? src : undefined}
      alt={alt}
      width={size}
      height={size}
      decoding="async"
      draggable={false}
      crossOrigin={crossOriginFor(src)}
      style={{ objectPosition: position }}
      onLoad={(event) => event.currentTarget.setAttribute('data-loaded', '')}
      onError={(event) => retryLater(event.currentTarget, retryDelayMs)}
    />
  );
}
