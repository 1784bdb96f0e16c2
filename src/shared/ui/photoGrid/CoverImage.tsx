import { Logo } from '../Logo.tsx';
import styles from './CoverImage.module.css';
import { crossOriginFor, retryLater, type RetryDelay } from './photoImage.ts';

interface Props {
  /** Undefined for an album without photos. */
  src: string | undefined;
  /** `object-position` of the picture, in a box of 4 by 3. */
  position: string | undefined;
  retryDelayMs: RetryDelay;
}

/** The picture at the top of an album's card. Screen readers skip it, since the name is beside it. */
export function CoverImage({ src, position, retryDelayMs }: Props) {
  return (
    <span className={styles.cover}>
      {src === undefined ? (
        <Logo className={styles.none} />
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          crossOrigin={crossOriginFor(src)}
          style={{ objectPosition: position }}
          onLoad={(event) => event.currentTarget.setAttribute('data-loaded', '')}
          onError={(event) => retryLater(event.currentTarget, retryDelayMs)}
        />
      )}
    </span>
  );
}
