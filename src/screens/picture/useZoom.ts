import { useState } from 'react';
import {
  type Fingers,
  FITTED,
  type Frame,
  isZoomed,
  pannedBy,
  pinched,
  type Point,
  toggledAt,
  type Zoom,
  zoomedBy,
} from '#domain/viewer/zoom.ts';

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

/** The zoom of one photo; every other photo begins fitted. */
export function useZoom(frame: Frame, key: string): ZoomControl {
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
