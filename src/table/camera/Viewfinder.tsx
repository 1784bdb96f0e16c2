import { useEffect, useRef } from 'react';
import type { Grid } from '#domain/table/board.ts';
import { type GridShape, overlayCorners } from '#domain/table/geometry.ts';
import { useElementSize } from '#src/table/board/elementSize.ts';
import { GridLines } from '#src/table/board/GridLines.tsx';
import styles from './Viewfinder.module.css';

interface ViewfinderProps {
  stream: MediaStream | undefined;
  shape: GridShape;
  grid: Grid;
  /** Called with the video once it shows pictures, and with undefined when it stops. */
  onReady: (video: HTMLVideoElement | undefined) => void;
}

/** Shows exactly what the photo will hold: the video fills the viewfinder, and the photo is cropped the same way. */
export function Viewfinder({ stream, shape, grid, onReady }: ViewfinderProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const size = useElementSize(ref);

  useEffect(() => {
    const video = ref.current;
    if (!video || !stream) return undefined;
    const ready = () => onReady(video);
    video.addEventListener('loadeddata', ready);
    video.srcObject = stream;
    // `autoPlay` does nothing on phones in power-saving mode. play() rejects when the video is removed meanwhile.
    video.play().catch(() => undefined);
    return () => {
      video.removeEventListener('loadeddata', ready);
      video.srcObject = null;
      onReady(undefined);
    };
  }, [stream, onReady]);

  return (
    <div className={styles.finder}>
      <video ref={ref} className={styles.video} autoPlay muted playsInline aria-label="Camera" />
      {size.width > 0 && size.height > 0 && <GridLines corners={overlayCorners(size, shape, grid)} grid={grid} />}
    </div>
  );
}
