import { type Dispatch, type ReactNode, useEffect, useState } from 'react';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import type { BoardPhoto, GameEvent } from '#domain/table/game.ts';
import { overlayCorners, GRID_SHAPES, type GridShape } from '#domain/table/geometry.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { elementSize } from '#src/table/board/elementSize.ts';
import { GridChoice, storedGrid } from '#src/table/board/GridChoice.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import styles from '#src/table/board/stage.module.css';
import { isCameraHidden, useCamera } from './useCamera.ts';
import { photoFromVideo } from './capturePhoto.ts';
import { ChoosePhoto } from './ChoosePhoto.tsx';
import noCameraStyles from './NoCamera.module.css';
import { Switch } from './Switch.tsx';
import { Viewfinder } from './Viewfinder.tsx';

const PHOTO_FAILED = 'The photo could not be taken.';
/** After this long a file can be chosen too: the permission prompt may be left unanswered, or the camera may hang. */
const OFFER_FILE_AFTER_MS = 6_000;

/** The live camera with the grid over it; without a camera, a choice of an existing photo. */
export function LiveStage({ dispatch }: { dispatch: Dispatch<GameEvent> }) {
  const { camera, askAgain } = useCamera();
  const [video, setVideo] = useState<HTMLVideoElement>();
  const [shape, chooseShape] = useGridShape();
  const [grid, setGrid] = useState(storedGrid);
  const [problem, setProblem] = useState<string>();
  const isTakingLong = useIsTakingLong(camera.phase === 'asking', OFFER_FILE_AFTER_MS);
  const stream = camera.phase === 'live' ? camera.stream : undefined;

  const fromFile = (photo: BoardPhoto) =>
    dispatch({ type: 'photo-taken', photo, corners: overlayCorners(photo, shape, grid), grid });
  const gridChoice = <GridChoice grid={grid} onChoose={setGrid} />;
  if (camera.phase === 'unavailable')
    return <NoCamera gridChoice={gridChoice} onPhoto={fromFile} onAskAgain={askAgain} />;

  const take = () => {
    if (!video) return;
    try {
      const corners = overlayCorners(elementSize(video), shape, grid);
      dispatch({ type: 'photo-taken', photo: photoFromVideo(video), corners, grid });
    } catch {
      setProblem(PHOTO_FAILED);
    }
  };

  return (
    <>
      <div className={styles.picture}>
        <Viewfinder stream={stream} shape={shape} grid={grid} onReady={setVideo} />
      </div>
      <div className={styles.controls}>
        {problem && <p role="alert">{problem}</p>}
        <Row gap={4} lineGap={0} align="stretch" justify="center">
          {gridChoice}
          <Switch label="Wide cards" on={shape === 'wide'} onToggle={(on) => chooseShape(on ? 'wide' : 'square')} />
          {stream && <TorchSwitch stream={stream} />}
        </Row>
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

/** Whether the cards are square or wide. Stored on the device, because people play with the same cards all evening. */
function useGridShape(): [GridShape, (shape: GridShape) => void] {
  const [shape, setShape] = useState(storedShape);
  const choose = (next: GridShape) => {
    setShape(next);
    try {
      localStorage.setItem(LOCAL_STORAGE.codenamesGrid, next);
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  };
  return [shape, choose];
}

function storedShape(): GridShape {
  try {
    const stored = localStorage.getItem(LOCAL_STORAGE.codenamesGrid);
    return GRID_SHAPES.find((shape) => shape === stored) ?? 'square';
  } catch {
    return 'square';
  }
}

interface NoCameraProps {
  gridChoice: ReactNode;
  onPhoto: (photo: BoardPhoto) => void;
  onAskAgain: () => void;
}

/** Shown in place of the live view: not an error message, but a way to go on with an existing photo. */
function NoCamera({ gridChoice, onPhoto, onAskAgain }: NoCameraProps) {
  const [hidden] = useState(isCameraHidden);
  return (
    <>
      <div className={`${styles.picture} ${noCameraStyles.picture}`} data-no-grid="">
        <div className={noCameraStyles.card}>
          <svg className={noCameraStyles.drawing} viewBox="0 0 64 48" aria-hidden="true">
            <rect x="2" y="2" width="60" height="44" rx="6" />
            <path d="M2 34L20 20L34 32L46 24L62 36" />
            <circle cx="45" cy="13" r="4.5" />
          </svg>
          <p>A photo of the board will do just as well.</p>
          {hidden && <Note>The live view needs an address that begins with https.</Note>}
        </div>
      </div>
      <div className={styles.controls}>
        {gridChoice}
        <ChoosePhoto onPhoto={onPhoto} />
        {!hidden && (
          <Button variant="quiet" onClick={onAskAgain}>
            Ask for the camera
          </Button>
        )}
      </div>
    </>
  );
}

/** Turns on the lamp beside a phone's camera, for a table in dim light. Closing the stream turns the lamp off. */
function TorchSwitch({ stream }: { stream: MediaStream }) {
  const [on, setOn] = useState(false);
  if (!hasTorch(stream)) return null;
  const toggle = async (next: boolean) => {
    try {
      await setTorch(stream, next);
      setOn(next);
    } catch {
      setOn(false);
    }
  };
  return <Switch label="Light" on={on} onToggle={(next) => void toggle(next)} />;
}

/** Whether the browser gives this page control of the lamp; few do. */
function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  // Older versions of Firefox have no getCapabilities.
  if (!track || !('getCapabilities' in track)) return false;
  const capabilities = track.getCapabilities();
  return 'torch' in capabilities && Boolean(capabilities.torch);
}

async function setTorch(stream: MediaStream, on: boolean): Promise<void> {
  // TypeScript's DOM library does not know the `torch` constraint.
  const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
  const [track] = stream.getVideoTracks();
  await track?.applyConstraints({ advanced: [constraint] });
}
