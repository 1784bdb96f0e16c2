import { type RefObject, useLayoutEffect, useState } from 'react';
import {
  fittedSize,
  type Frame,
  FITTED,
  pannedBy,
  type Zoom,
  isZoomed,
  zoomedBy,
  pinched,
  toggledAt,
  type Fingers,
} from '#domain/viewer/zoom.ts';
import type { Point, Size } from '#domain/framing.ts';
import type { ViewedPhoto } from './viewedPhotos.ts';

export interface ZoomControl {
  zoom: Zoom;
  isZoomed: boolean;
  zoomBy: (factor: number, at?: Point) => void;
  panBy: (by: Point) => void;
  pinch: (fingers: { from: Fingers; to: Fingers }) => void;
  toggle: (at: Point) => void;
  reset: () => void;
}

const MIDDLE: Point = { x: 0, y: 0 };

export interface PictureControl {
  zoom: ZoomControl;
  /** The fitted size of the picture as it is stored; undefined until it is known. */
  size: Size | undefined;
  /** The degrees by which the browser turns the photo, until the server has turned it. */
  turn: number;
  /** Call when the picture is loaded: the sizes of old photos are not known before. */
  onLoaded: (natural: Size) => void;
}

const UNKNOWN: Size = { width: 0, height: 0 };

interface PictureState {
  /** Identifies the photo: another one begins fitted. */
  key: string;
  /** The degrees by which the browser turns the photo, until the server has turned it. */
  turn?: number;
}

/** The position of the photo on the stage. */
export function usePicture(
  stage: RefObject<HTMLElement | null>,
  { photo }: Pick<ViewedPhoto, 'photo'>,
  { key, turn = 0 }: PictureState,
): PictureControl {
  const stageSize = useStageSize(stage);
  const [loaded, setLoaded] = useState({ key, natural: UNKNOWN });
  const measured = loaded.key === key ? loaded.natural : UNKNOWN;
  const natural = photo.width && photo.height ? { width: photo.width, height: photo.height } : measured;
  const onStage = fittedSize(turned(natural, turn), stageSize);
  const zoom = useZoom({ stage: stageSize, picture: onStage }, key);
  const size = natural.width > 0 ? turned(onStage, turn) : undefined;
  return { zoom, size, turn, onLoaded: (loadedSize) => setLoaded({ key, natural: loadedSize }) };
}

function turned({ width, height }: Size, degrees: number): Size {
  return degrees % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The size of the stage, followed while the window or the panel beside it changes. */
function useStageSize(stage: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: window.innerWidth, height: window.innerHeight });
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const measure = () => {
      // Nothing has a size in a browser without a window.
      const width = element.clientWidth || window.innerWidth;
      const height = element.clientHeight || window.innerHeight;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  return size;
}

/** The zoom of one photo; every other photo begins fitted. */
function useZoom(frame: Frame, key: string): ZoomControl {
  const [state, setState] = useState({ key, zoom: FITTED });
  // A window that was made smaller may leave the picture beyond its edges.
  const zoom = state.key === key ? pannedBy(state.zoom, MIDDLE, frame) : FITTED;
  const change = (next: (zoom: Zoom) => Zoom) =>
    setState((before) => ({ key, zoom: next(before.key === key ? before.zoom : FITTED) }));
  return {
    zoom,
    isZoomed: isZoomed(zoom),
    zoomBy: (factor, at = MIDDLE) => change((before) => zoomedBy(before, factor, { at, frame })),
    panBy: (by) => change((before) => pannedBy(before, by, frame)),
    pinch: (fingers) => change((before) => pinched(before, fingers, frame)),
    toggle: (at) => change((before) => toggledAt(before, at, frame)),
    reset: () => change(() => FITTED),
  };
}
