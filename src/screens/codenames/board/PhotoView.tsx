import { useRef, type ReactNode } from 'react';
import type { BoardPhoto } from '../../../domain/codenames/game.ts';
import { WHOLE_PHOTO } from '../../../domain/codenames/geometry.ts';
import { containSize } from '../../../domain/codenames/framing.ts';
import type { Rectangle } from '../../../domain/codenames/framing.ts';
import styles from './PhotoView.module.css';
import { useSize } from './useSize.ts';

interface PhotoViewProps {
  photo: BoardPhoto;
  /** The part of the photo to show, in fractions of it. */
  view?: Rectangle;
  children: ReactNode;
}

/**
 * A part of the photo, as large as the room lets it be. Photo and children lie in the same box and are placed in
 * fractions of it, so that no rotation and no letterbox can move one against the other.
 */
export function PhotoView({ photo, view = WHOLE_PHOTO, children }: PhotoViewProps) {
  const room = useRef<HTMLDivElement>(null);
  const shape = { width: view.width * photo.width, height: view.height * photo.height };
  const size = containSize(shape, useSize(room));
  return (
    <div ref={room} className={styles.room}>
      <div className={styles.box} style={size}>
        <div className={styles.window}>
          <img
            className={styles.photo}
            src={photo.dataUrl}
            alt="The board"
            draggable={false}
            style={{
              width: percent(1 / view.width),
              height: percent(1 / view.height),
              left: percent(-view.x / view.width),
              top: percent(-view.y / view.height),
            }}
          />
        </div>
        {children}
      </div>
    </div>
  );
}

export function percent(fraction: number): string {
  return `${fraction * 100}%`;
}
