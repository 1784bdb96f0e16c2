import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Grid } from '#domain/table/board.ts';
import type { Point, Size } from '#domain/framing.ts';
import type { BoardPhoto } from '#domain/table/game.ts';
import { type CornerIndex, type Corners, handlePlaces, ontoPhoto } from '#domain/table/geometry.ts';
import { GridLines } from '#src/table/board/GridLines.tsx';
import { PhotoView } from '#src/table/board/PhotoView.tsx';
import { percent, useElementSize } from '#src/table/board/elementSize.ts';
import styles from './GridCorners.module.css';

const HANDLES: readonly { index: CornerIndex; name: string }[] = [
  { index: 0, name: 'Top left corner' },
  { index: 1, name: 'Top right corner' },
  { index: 2, name: 'Bottom right corner' },
  { index: 3, name: 'Bottom left corner' },
];
/** The step by which an arrow key moves a corner, in fractions of the photo; with Shift the large step is used. */
const STEP = 0.005;
const LARGE_STEP = 0.05;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface GridCornersProps {
  photo: BoardPhoto;
  grid: Grid;
  /** Undefined while they are being looked for. */
  corners: Corners | undefined;
  /** Whether somebody has to set them: the handles come to the fore. */
  areWanted?: boolean;
  onMove: (index: CornerIndex, to: Point) => void;
}

/** The whole photo, and over it the grid with a handle on each corner. */
export function GridCorners({ photo, grid, corners, areWanted = false, onMove }: GridCornersProps) {
  return (
    <PhotoView photo={photo}>
      {corners && <GridLines corners={corners} grid={grid} />}
      {corners && <Handles photo={photo} corners={corners} areWanted={areWanted} onMove={onMove} />}
    </PhotoView>
  );
}

interface HandlesProps {
  photo: BoardPhoto;
  corners: Corners;
  areWanted: boolean;
  onMove: (index: CornerIndex, to: Point) => void;
}

function Handles({ photo, corners, areWanted, onMove }: HandlesProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useElementSize(box);
  const places = handlePlaces(corners, shown);
  const stems = corners
    .map(ontoPhoto)
    .map(({ x, y }, index) => `M${x * shown.width} ${y * shown.height}L${places[index]?.x} ${places[index]?.y}`);
  return (
    <div ref={box} className={styles.handles} data-wanted={areWanted || undefined}>
      <svg className={styles.stems} aria-hidden="true">
        <path d={stems.join('')} />
      </svg>
      {HANDLES.map(({ index, name }) => (
        <Handle
          key={index}
          name={name}
          photo={photo.dataUrl}
          at={corners[index]}
          place={places[index] ?? { x: 0, y: 0 }}
          onMove={(to) => onMove(index, to)}
        />
      ))}
    </div>
  );
}

interface HandleProps {
  name: string;
  photo: string;
  /** The corner, in fractions of the photo. */
  at: Point;
  /** The handle's middle, in pixels of the photo on the screen. */
  place: Point;
  onMove: (to: Point) => void;
}

/** The state while a finger drags a corner. */
interface Grip {
  /** The distance from the finger to the corner, constant so that the corner does not jump under the finger. */
  offset: Point;
  /** The size of the photo on the screen, in pixels. */
  shown: Size;
}

function Handle({ name, photo, at, place, onMove }: HandleProps) {
  const [grip, setGrip] = useState<Grip>();
  const release = () => setGrip(undefined);

  const hold = (event: PointerEvent<HTMLButtonElement>) => {
    const box = photoBox(event);
    if (!box) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const finger = placeOnPhoto(event, box);
    setGrip({ offset: { x: at.x - finger.x, y: at.y - finger.y }, shown: box });
  };
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    const box = photoBox(event);
    if (!grip || !box) return;
    const finger = placeOnPhoto(event, box);
    onMove({ x: finger.x + grip.offset.x, y: finger.y + grip.offset.y });
  };
  const step = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (!direction) return;
    event.preventDefault();
    const length = event.shiftKey ? LARGE_STEP : STEP;
    onMove({ x: at.x + direction.x * length, y: at.y + direction.y * length });
  };

  return (
    <>
      <button
        type="button"
        className={styles.handle}
        style={{ left: place.x, top: place.y }}
        aria-label={`${name}, move it with the arrow keys`}
        onPointerDown={hold}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={step}
      />
      {grip && <CornerLoupe photo={photo} at={at} shown={grip.shown} />}
    </>
  );
}

/** The photo's place on screen: the handle's parent element is exactly as large as the photo. */
function photoBox(event: PointerEvent<HTMLButtonElement>): DOMRect | undefined {
  const box = event.currentTarget.parentElement?.getBoundingClientRect();
  return box && box.width > 0 && box.height > 0 ? box : undefined;
}

/** Returns the position of a pointer, in fractions of the photo. */
function placeOnPhoto({ clientX, clientY }: { clientX: number; clientY: number }, box: DOMRect): Point {
  return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
}

interface CornerLoupeProps {
  photo: string;
  /** The corner, in fractions of the photo. */
  at: Point;
  /** The size of the photo on the screen, in pixels. */
  shown: Size;
}

const ZOOM = 2.5;
const DIAMETER_PX = 112;
/** The distance of the loupe from the finger, so that neither the hand nor the screen's edge hides it. */
const ASIDE_PX = 96;
const UP_PX = { nearTop: 24, elsewhere: 84 };
const NEAR_TOP = 0.35;

/** A round, enlarged view of what the finger that drags a corner hides. */
function CornerLoupe({ photo, at, shown }: CornerLoupeProps) {
  const size = { width: shown.width * ZOOM, height: shown.height * ZOOM };
  const right = (at.x < 0.5 ? ASIDE_PX : -ASIDE_PX) - DIAMETER_PX / 2;
  const down = -(at.y < NEAR_TOP ? UP_PX.nearTop : UP_PX.elsewhere) - DIAMETER_PX / 2;
  return (
    <span
      className={styles.loupe}
      aria-hidden="true"
      style={{
        left: percent(at.x),
        top: percent(at.y),
        width: DIAMETER_PX,
        height: DIAMETER_PX,
        transform: `translate(${right}px, ${down}px)`,
        backgroundImage: `url(${photo})`,
        backgroundSize: `${size.width}px ${size.height}px`,
        backgroundPosition: `${DIAMETER_PX / 2 - at.x * size.width}px ${DIAMETER_PX / 2 - at.y * size.height}px`,
      }}
    />
  );
}
