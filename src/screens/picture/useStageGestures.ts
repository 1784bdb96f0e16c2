import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isTap, swipeDirection } from '#domain/slideshow/swipe.ts';
import { type Fingers, type Point, wheelFactor } from '#domain/viewer/zoom.ts';
import type { ZoomControl } from './useZoom.ts';

interface Options {
  stage: RefObject<HTMLElement | null>;
  zoom: ZoomControl;
  onNext: () => void;
  onPrevious: () => void;
}

interface Press {
  id: number;
  start: Point;
  /** A second finger makes it a pinch and no swipe or tap. */
  isAlone: boolean;
}

const DOUBLE_TAP_MS = 350;

/** Swipe to the next photo; drag when zoomed; two fingers, wheel and double click or tap for the zoom. */
export function useStageGestures({ stage, zoom, onNext, onPrevious }: Options) {
  const pointers = useRef(new Map<number, Point>());
  const press = useRef<Press>(undefined);
  const lastTap = useRef<{ atMs: number; place: Point }>(undefined);
  useWheel(stage, (event) => zoom.zoomBy(wheelFactor(event.deltaY), placeOf(event, stage.current)));

  const onTap = (place: Point, atMs: number) => {
    const last = lastTap.current;
    const isDouble =
      last && atMs - last.atMs < DOUBLE_TAP_MS && Math.hypot(place.x - last.place.x, place.y - last.place.y) < 30;
    lastTap.current = isDouble ? undefined : { atMs, place };
    if (isDouble) zoom.toggle(place);
  };
  const end = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    const ended = press.current?.id === event.pointerId ? press.current : undefined;
    if (ended) press.current = undefined;
    return ended?.isAlone ? ended : undefined;
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const place = placeOf(event, stage.current);
      pointers.current.set(event.pointerId, place);
      if (pointers.current.size === 1) press.current = { id: event.pointerId, start: place, isAlone: true };
      else if (press.current) press.current.isAlone = false;
      stage.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const place = placeOf(event, stage.current);
      const [other] = [...pointers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
      pointers.current.set(event.pointerId, place);
      if (other) zoom.pinch({ from: fingers(before, other), to: fingers(place, other) });
      else if (zoom.isZoomed) zoom.panBy({ x: place.x - before.x, y: place.y - before.y });
    },
    onPointerUp: (event: PointerEvent) => {
      const ended = end(event);
      if (!ended) return;
      const place = placeOf(event, stage.current);
      if (isTap(ended.start, place)) onTap(place, event.timeStamp);
      else if (!zoom.isZoomed) {
        const direction = swipeDirection(ended.start, place);
        if (direction === 'next') onNext();
        if (direction === 'previous') onPrevious();
      }
    },
    onPointerCancel: end,
  };
}

/** React listens to the wheel passively, but here the browser must not zoom the page as well. */
function useWheel(stage: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  const turn = useEffectEvent(onWheel);
  useEffect(() => {
    const element = stage.current;
    const listener = (event: WheelEvent) => {
      event.preventDefault();
      turn(event);
    };
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [stage]);
}

function fingers(one: Point, other: Point): Fingers {
  return [one, other];
}

/** Measured from the middle of the stage. */
function placeOf({ clientX, clientY }: { clientX: number; clientY: number }, stage: HTMLElement | null): Point {
  const box = stage?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
}
