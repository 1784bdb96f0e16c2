import { useState, type Dispatch } from 'react';
import type { BoardPhoto, GameEvent } from '../../domain/codenamesGame.ts';
import { overlayCorners } from '../../domain/codenamesGeometry.ts';
import { Button } from '../../ui/Button.tsx';
import { NoCamera } from './NoCamera.tsx';
import styles from './stage.module.css';
import { elementSize, pictureFromVideo } from './takePicture.ts';
import { useCamera } from './useCamera.ts';
import { Viewfinder } from './Viewfinder.tsx';

const PHOTO_FAILED = 'The photo could not be taken.';

/** The camera with the grid over it; without a camera, a photo from elsewhere. */
export function LiveStage({ dispatch }: { dispatch: Dispatch<GameEvent> }) {
  const { camera, askAgain } = useCamera();
  const [video, setVideo] = useState<HTMLVideoElement>();
  const [problem, setProblem] = useState<string>();

  if (camera.phase === 'refused') {
    const onPhoto = (photo: BoardPhoto) => dispatch({ type: 'photo-taken', photo, corners: overlayCorners(photo) });
    return <NoCamera onPhoto={onPhoto} onAskAgain={askAgain} />;
  }

  const take = () => {
    if (!video) return;
    try {
      const corners = overlayCorners(elementSize(video));
      dispatch({ type: 'photo-taken', photo: pictureFromVideo(video), corners });
    } catch {
      setProblem(PHOTO_FAILED);
    }
  };

  return (
    <>
      <div className={styles.picture}>
        <Viewfinder stream={camera.phase === 'live' ? camera.stream : undefined} onReady={setVideo} />
      </div>
      <div className={styles.controls}>
        {problem && <p role="alert">{problem}</p>}
        <Button variant="primary" size="l" className={styles.main} disabled={!video} data-first onClick={take}>
          Take Photo
        </Button>
      </div>
    </>
  );
}
