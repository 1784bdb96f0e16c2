import { useEffect, useRef } from 'react';
import { overlayCorners } from '../../../domain/codenames/geometry.ts';
import type { GridShape } from '../../../domain/codenames/geometry.ts';
import { GridLines } from '../board/GridLines.tsx';
import { useSize } from '../board/useSize.ts';
import styles from './Viewfinder.module.css';

interface ViewfinderProps {
  stream: MediaStream | undefined;
  shape: GridShape;
  /** The video once it shows pictures, undefined when it stops. */
  onReady: (video: HTMLVideoElement | undefined) => void;
}

/** What is framed here is what the photo holds: the video fills the finder, and the photo is cut to it. */
export function Viewfinder({ stream, shape, onReady }: ViewfinderProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const size = useSize(ref);

  useEffect(() => {
    const video = ref.current;
    if (!video || !stream) return undefined;
    const ready = () => onReady(video);
    video.addEventListener('loadeddata', ready);
    video.srcObject = stream;
    // Phones that save power don't play by themselves; a refusal comes from the video being taken down again.
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
      {size.width > 0 && size.height > 0 && <GridLines corners={overlayCorners(size, shape)} />}
    </div>
  );
}
