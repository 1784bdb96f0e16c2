import { useState, type Dispatch } from 'react';
import type { BoardPhoto, GameEvent } from '../../domain/codenamesGame.ts';
import { overlayCorners } from '../../domain/codenamesGeometry.ts';
import { Button } from '../../ui/Button.tsx';
import { GridShapeSwitch } from './GridShapeSwitch.tsx';
import { NoCamera } from './NoCamera.tsx';
import styles from './stage.module.css';
import { elementSize, pictureFromVideo } from './takePicture.ts';
import { useCamera } from './useCamera.ts';
import { useGridShape } from './useGridShape.ts';
import { Viewfinder } from './Viewfinder.tsx';

const PHOTO_FAILED = 'The photo could not be taken.';

/** The camera with the grid over it; without a camera, a photo from elsewhere. */
export function LiveStage({ dispatch }: { dispatch: Dispatch<GameEvent> }) {
  const { camera, askAgain } = useCamera();
  const [video, setVideo] = useState<HTMLVideoElement>();
  const [shape, chooseShape] = useGridShape();
  const [problem, setProblem] = useState<string>();

  if (camera.phase === 'refused') {
    const onPhoto = (photo: BoardPhoto) =>
      dispatch({ type: 'photo-taken', photo, corners: overlayCorners(photo, shape) });
    return <NoCamera onPhoto={onPhoto} onAskAgain={askAgain} />;
  }

  const take = () => {
    if (!video) return;
    try {
      const corners = overlayCorners(elementSize(video), shape);
      dispatch({ type: 'photo-taken', photo: pictureFromVideo(video), corners });
    } catch {
      setProblem(PHOTO_FAILED);
    }
  };

  return (
    <>
      <div className={styles.picture}>
        <Viewfinder stream={camera.phase === 'live' ? camera.stream : undefined} shape={shape} onReady={setVideo} />
      </div>
      <div className={styles.controls}>
        {problem && <p role="alert">{problem}</p>}
        <GridShapeSwitch shape={shape} onChoose={chooseShape} />
        <Button variant="primary" size="l" disabled={!video} data-first onClick={take}>
          Take Photo
        </Button>
      </div>
    </>
  );
}
