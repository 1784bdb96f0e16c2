import { type Dispatch, useEffect, useState } from 'react';
import type { BoardPhoto, GameEvent } from '#domain/codenames/game.ts';
import { overlayCorners } from '#domain/codenames/geometry.ts';
import { Button } from '#src/ui/Button.tsx';
import { elementSize } from '../board/elementSize.ts';
import styles from '../board/stage.module.css';
import { photoFromVideo } from './capturePhoto.ts';
import { ChoosePhoto } from './ChoosePhoto.tsx';
import { NoCamera } from './NoCamera.tsx';
import { Switch } from './Switch.tsx';
import { TorchSwitch } from './TorchSwitch.tsx';
import { useCamera } from './useCamera.ts';
import { useGridShape } from './useGridShape.ts';
import { Viewfinder } from './Viewfinder.tsx';

const PHOTO_FAILED = 'The photo could not be taken.';
/** After this long a file can be chosen too: the permission prompt may be left unanswered, or the camera may hang. */
const OFFER_FILE_AFTER_MS = 6_000;

/** The live camera with the grid over it; without a camera, a choice of an existing photo. */
export function LiveStage({ dispatch }: { dispatch: Dispatch<GameEvent> }) {
  const { camera, askAgain } = useCamera();
  const [video, setVideo] = useState<HTMLVideoElement>();
  const [shape, chooseShape] = useGridShape();
  const [problem, setProblem] = useState<string>();
  const isTakingLong = useIsTakingLong(camera.phase === 'asking', OFFER_FILE_AFTER_MS);
  const stream = camera.phase === 'live' ? camera.stream : undefined;

  const fromFile = (photo: BoardPhoto) =>
    dispatch({ type: 'photo-taken', photo, corners: overlayCorners(photo, shape) });
  if (camera.phase === 'unavailable') return <NoCamera onPhoto={fromFile} onAskAgain={askAgain} />;

  const take = () => {
    if (!video) return;
    try {
      const corners = overlayCorners(elementSize(video), shape);
      dispatch({ type: 'photo-taken', photo: photoFromVideo(video), corners });
    } catch {
      setProblem(PHOTO_FAILED);
    }
  };

  return (
    <>
      <div className={styles.picture}>
        <Viewfinder stream={stream} shape={shape} onReady={setVideo} />
      </div>
      <div className={styles.controls}>
        {problem && <p role="alert">{problem}</p>}
        <div className={styles.switches}>
          <Switch label="Wide cards" on={shape === 'wide'} onToggle={(on) => chooseShape(on ? 'wide' : 'square')} />
          {stream && <TorchSwitch stream={stream} />}
        </div>
        <Button variant="primary" size="l" disabled={!video} data-first onClick={take}>
          Take Photo
        </Button>
        {isTakingLong && <ChoosePhoto onPhoto={fromFile} />}
      </div>
    </>
  );
}

/** True once `waiting` has been true for `afterMs`; false again as soon as the wait is over. */
function useIsTakingLong(waiting: boolean, afterMs: number): boolean {
  const [isTakingLong, setIsTakingLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(setIsTakingLong, afterMs, true);
    return () => {
      clearTimeout(timer);
      setIsTakingLong(false);
    };
  }, [waiting, afterMs]);
  return isTakingLong;
}
