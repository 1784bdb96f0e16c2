import { memo, useState } from 'react';
import { crossOriginFor, type RetryDelay, retryLater } from './photoImage.ts';
import styles from './PhotoGrid.module.css';

interface PhotoGridTileProps {
  src: string;
  label: string;
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
  const { src, label, index, size, reachable, scrollingFast, retryDelayMs, open } = props;
  const [isWanted, setIsWanted] = useState(!scrollingFast);
  if (!isWanted && !scrollingFast) setIsWanted(true);
  const image = (
    <img
      className={styles.image}
      src={isWanted ? src : undefined}
      alt={open ? '' : label}
      width={size}
      height={size}
      decoding="async"
      draggable={false}
      crossOrigin={crossOriginFor(src)}
      onLoad={(event) => event.currentTarget.setAttribute('data-loaded', '')}
      onError={(event) => retryLater(event.currentTarget, retryDelayMs)}
    />
  );
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
