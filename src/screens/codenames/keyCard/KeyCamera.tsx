import { useState } from 'react';
import type { Grid } from '#domain/codenames/board.ts';
import type { BoardPhoto } from '#domain/codenames/game.ts';
import { Button } from '#src/ui/Button.tsx';
import { photoFromVideo } from '../camera/capturePhoto.ts';
import { ChoosePhoto } from '../camera/ChoosePhoto.tsx';
import { useCamera } from '../camera/useCamera.ts';
import { Viewfinder } from '../camera/Viewfinder.tsx';
import styles from './KeyCard.module.css';

interface KeyCameraProps {
  /** The card, or the table, that is to be photographed. */
  of: string;
  grid: Grid;
  onPhoto: (photo: BoardPhoto) => void;
  onClose: () => void;
}

export function KeyCamera({ of, grid, onPhoto, onClose }: KeyCameraProps) {
  const { camera } = useCamera();
  const [video, setVideo] = useState<HTMLVideoElement>();
  const stream = camera.phase === 'live' ? camera.stream : undefined;
  return (
    <div className={styles.parts}>
      {camera.phase !== 'unavailable' && (
        <>
          <div className={styles.finder}>
            <Viewfinder stream={stream} shape="square" grid={grid} onReady={setVideo} />
          </div>
          <Button variant="primary" size="l" disabled={!video} onClick={() => video && onPhoto(photoFromVideo(video))}>
            Photograph {of}
          </Button>
        </>
      )}
      <ChoosePhoto label={`Choose a photo of ${of}`} onPhoto={onPhoto} />
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}
