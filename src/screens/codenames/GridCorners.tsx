import { useState, type Dispatch, type KeyboardEvent, type PointerEvent } from 'react';
import type { GameEvent } from '../../domain/codenamesGame.ts';
import type { CornerIndex, Corners, Point } from '../../domain/codenamesGeometry.ts';
import styles from './GridCorners.module.css';
import { GridLines } from './GridLines.tsx';
import { percent } from './PhotoView.tsx';

const HANDLES: readonly { index: CornerIndex; name: string }[] = [
  { index: 0, name: 'Top left corner' },
  { index: 1, name: 'Top right corner' },
  { index: 2, name: 'Bottom right corner' },
  { index: 3, name: 'Bottom left corner' },
];
const STEP = 0.005;
const LARGE_STEP = 0.05;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface GridCornersProps {
  corners: Corners;
  dispatch: Dispatch<GameEvent>;
}

/** The grid with a handle on each corner, over the whole photo. */
export function GridCorners({ corners, dispatch }: GridCornersProps) {
  return (
    <>
      <GridLines corners={corners} />
      {HANDLES.map(({ index, name }) => (
        <Handle
          key={index}
          name={name}
          at={corners[index]}
          onMove={(to) => dispatch({ type: 'corner-moved', index, to })}
        />
      ))}
    </>
  );
}

interface HandleProps {
  name: string;
  at: Point;
  onMove: (to: Point) => void;
}

function Handle({ name, at, onMove }: HandleProps) {
  /** From the finger to the corner, so that the corner does not jump under it. */
  const [grip, setGrip] = useState<Point>();

  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!grip) return;
    const finger = placeOnPhoto(event);
    onMove({ x: finger.x + grip.x, y: finger.y + grip.y });
  };
  const release = () => setGrip(undefined);

  return (
    <button
      type="button"
      className={styles.handle}
      style={{ left: percent(at.x), top: percent(at.y) }}
      aria-label={`${name}, move it with the arrow keys`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const finger = placeOnPhoto(event);
        setGrip({ x: at.x - finger.x, y: at.y - finger.y });
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={(event: KeyboardEvent) => {
        const direction = ARROWS[event.key];
        if (!direction) return;
        event.preventDefault();
        const step = event.shiftKey ? LARGE_STEP : STEP;
        onMove({ x: at.x + direction.x * step, y: at.y + direction.y * step });
      }}
    />
  );
}

/** In fractions of the photo, in whose box the handle lies. */
function placeOnPhoto(event: PointerEvent<HTMLButtonElement>): Point {
  const box = event.currentTarget.parentElement?.getBoundingClientRect();
  if (!box || box.width === 0 || box.height === 0) return { x: 0, y: 0 };
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}
