import type { Point, Size } from '#domain/codenames/framing.ts';

import { percent } from '../board/percent.ts';
import styles from './CornerLoupe.module.css';

interface CornerLoupeProps {
  photo: string;
  /** The corner, in fractions of the photo. */
  at: Point;
  /** The size of the photo on the screen, in pixels. */
  shown: Size;
}

const ZOOM = 2.5;
const DIAMETER_PX = 112;
/** The distance of the loupe from the finger, so that neither the hand nor the screen's edge hides it. */
const ASIDE_PX = 96;
const UP_PX = { nearTop: 24, elsewhere: 84 };
const NEAR_TOP = 0.35;

/** A round, enlarged view of what the finger that drags a corner hides. */
export function CornerLoupe({ photo, at, shown }: CornerLoupeProps) {
  const size = { width: shown.width * ZOOM, height: shown.height * ZOOM };
  const right = (at.x < 0.5 ? ASIDE_PX : -ASIDE_PX) - DIAMETER_PX / 2;
  const down = -(at.y < NEAR_TOP ? UP_PX.nearTop : UP_PX.elsewhere) - DIAMETER_PX / 2;
  return (
    <span
      className={styles.loupe}
      aria-hidden="true"
      style={{
        left: percent(at.x),
        top: percent(at.y),
        width: DIAMETER_PX,
        height: DIAMETER_PX,
        transform: `translate(${right}px, ${down}px)`,
        backgroundImage: `url(${photo})`,
        backgroundSize: `${size.width}px ${size.height}px`,
        backgroundPosition: `${DIAMETER_PX / 2 - at.x * size.width}px ${DIAMETER_PX / 2 - at.y * size.height}px`,
      }}
    />
  );
}
