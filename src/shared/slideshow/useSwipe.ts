import { useRef, type MouseEvent, type PointerEvent } from 'react';
import type { Point } from '#domain/framing.ts';
import { isTap, swipeDirection } from '#domain/slideshow/swipe.ts';

interface Options {
  onNext: () => void;
  onPrevious: () => void;
}

interface SwipeHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
  onClickCapture: (event: MouseEvent) => void;
}

/** Swipes with finger, pen or mouse anywhere on the element. A click at the end of a drag is suppressed. */
export function useSwipe({ onNext, onPrevious }: Options): SwipeHandlers {
  const from = useRef<(Point & { pointerId: number }) | undefined>(undefined);
  const dragged = useRef(false);
  return {
    onPointerDown: (event) => {
      // A second finger makes the gesture a pinch and not a swipe.
      from.current = event.isPrimary ? { x: event.clientX, y: event.clientY, pointerId: event.pointerId } : undefined;
      dragged.current = false;
    },
    onPointerUp: (event) => {
      const start = from.current;
      from.current = undefined;
      if (start?.pointerId !== event.pointerId) return;
      const end = { x: event.clientX, y: event.clientY };
      dragged.current = !isTap(start, end);
      const direction = swipeDirection(start, end);
      if (direction === 'next') onNext();
      if (direction === 'previous') onPrevious();
    },
    onPointerCancel: () => {
      from.current = undefined;
    },
    onClickCapture: (event) => {
      if (dragged.current) event.stopPropagation();
      dragged.current = false;
    },
  };
}
