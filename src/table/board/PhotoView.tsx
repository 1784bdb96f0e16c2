import { type ReactNode, useRef } from 'react';
import { containSize, type Rectangle } from '#domain/framing.ts';
import type { BoardPhoto } from '#domain/table/game.ts';
import { WHOLE_PHOTO } from '#domain/table/geometry.ts';
import { useElementSize, percent } from './elementSize.ts';
import styles from './PhotoView.module.css';

interface PhotoViewProps {
  photo: BoardPhoto;
  /** The part of the photo to show, in fractions of the whole. */
  view?: Rectangle;
  children: ReactNode;
}

/**
 * A part of the photo, as large as the space around it allows. Photo and children share one box and are placed in
 * fractions of it, so that turning the phone never moves one against the other.
 */
export function PhotoView({ photo, view = WHOLE_PHOTO, children }: PhotoViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const shape = { width: view.width * photo.width, height: view.height * photo.height };
  const size = containSize(shape, useElementSize(container));
  return (
    <div ref={container} className={styles.room}>
      <div className={styles.box} style={size}>
        <div className={styles.frame}>
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
