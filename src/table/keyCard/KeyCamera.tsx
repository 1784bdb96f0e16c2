import { useState } from 'react';
import type { Grid } from '#domain/table/board.ts';
import type { BoardPhoto } from '#domain/table/game.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { photoFromVideo } from '#src/table/camera/capturePhoto.ts';
import { ChoosePhoto } from '#src/table/camera/ChoosePhoto.tsx';
import { useCamera } from '#src/table/camera/useCamera.ts';
import { Viewfinder } from '#src/table/camera/Viewfinder.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import styles from './KeyCard.module.css';

interface KeyCameraProps {
  /** The card, or the table, that is to be photographed. */
  of: string;
  grid: Grid;
  onPhoto: (photo: BoardPhoto) => void;
  onClose: () => void;
}

/** Focuses a button of the next step where the one that was pressed is gone. */
export function takeLostFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}

export function KeyCamera({ of, grid, onPhoto, onClose }: KeyCameraProps) {
  const { camera } = useCamera();
  const [video, setVideo] = useState<HTMLVideoElement>();
  const stream = camera.phase === 'live' ? camera.stream : undefined;
  return (
    <Stack>
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
      <ChoosePhoto
        label={`Choose a photo of ${of}`}
        variant={camera.phase === 'unavailable' ? 'primary' : 'secondary'}
        buttonRef={takeLostFocus}
        onPhoto={onPhoto}
      />
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </Stack>
  );
}
