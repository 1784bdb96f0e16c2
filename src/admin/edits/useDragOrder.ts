import { type PointerEvent as ReactPointerEvent, useEffect, useRef } from 'react';
import { repeat } from '#domain/timing.ts';

/** The attribute with an item's index. */
const ITEM = '[data-order-index]';
/** The part of an item that a finger drags; elsewhere it scrolls. The mouse drags the whole item. */
const GRIP = '[data-grip]';
/** A shorter movement is a press with an unsteady hand. */
const THRESHOLD_PX = 6;
/** The distance from the window's edge within which the page scrolls. */
const EDGE_PX = 64;
const SCROLL_PX = 14;

interface Drag {
  item: HTMLElement;
  from: number;
  x: number;
  y: number;
  isMoving: boolean;
  target: HTMLElement | undefined;
  /** The index before which the item would be put. */
  place: number;
}

/** Makes the items of a list or grid draggable. Returns the container's event handlers. */
export function useDragOrder(onDrop: ((from: number, place: number) => void) | undefined) {
  const drop = useRef(onDrop);
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => () => stop.current?.(), []);

  const onPointerDown = (event: ReactPointerEvent) => {
    const item = itemAt(event.target);
    const isGrip = event.target instanceof Element && event.target.closest(GRIP) !== null;
    if (!drop.current || !item || event.button !== 0 || (event.pointerType !== 'mouse' && !isGrip)) return;
    stop.current?.();
    stop.current = follow({
      item,
      event,
      container: event.currentTarget,
      done: (from, place) => drop.current?.(from, place),
    });
  };
  return onDrop ? { onPointerDown } : {};
}

interface Start {
  item: HTMLElement;
  event: ReactPointerEvent;
  container: Element;
  done: (from: number, place: number) => void;
}

/** Follows the pointer until it is released. */
function follow({ item, event, container, done }: Start): () => void {
  const drag: Drag = {
    item,
    from: indexOf(item),
    x: event.clientX,
    y: event.clientY,
    isMoving: false,
    target: undefined,
    place: indexOf(item),
  };
  let lastY = event.clientY;
  const stopScrolling = repeat(16, () => {
    if (!drag.isMoving) return;
    if (lastY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
    else if (lastY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
  });
  const onMove = (move: PointerEvent) => {
    lastY = move.clientY;
    if (!drag.isMoving && Math.hypot(move.clientX - drag.x, move.clientY - drag.y) < THRESHOLD_PX) return;
    move.preventDefault();
    drag.isMoving = true;
    drag.item.dataset.dragging = '';
    mark(drag, container, move);
  };
  const end = () => {
    stopScrolling();
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', end);
    window.removeEventListener('keydown', onKey, true);
    delete drag.item.dataset.dragging;
    delete drag.target?.dataset.drop;
  };
  const onUp = () => {
    end();
    if (!drag.isMoving) return;
    catchClick();
    if (drag.place !== drag.from && drag.place !== drag.from + 1) done(drag.from, drag.place);
  };
  const onKey = (key: KeyboardEvent) => {
    if (key.key !== 'Escape') return;
    key.stopPropagation();
    end();
  };
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', onUp);
  window.addEventListener('pointercancel', end);
  window.addEventListener('keydown', onKey, true);
  return end;
}

/** Marks the edge next to which the item would be put. */
function mark(drag: Drag, container: Element, { clientX, clientY }: PointerEvent): void {
  const under = itemAt(document.elementFromPoint(clientX, clientY));
  const target = under && container.contains(under) ? under : undefined;
  if (!target) return;
  const { left, width } = target.getBoundingClientRect();
  const isAfter = clientX > left + width / 2;
  if (drag.target !== target) delete drag.target?.dataset.drop;
  drag.target = target;
  drag.place = indexOf(target) + (isAfter ? 1 : 0);
  target.dataset.drop = isAfter ? 'after' : 'before';
}

/** Catches the click when the mouse drops the photo, so that it opens nothing. */
function catchClick(): void {
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function itemAt(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>(ITEM)) || undefined;
}

function indexOf(item: HTMLElement): number {
  return Number(item.dataset.orderIndex);
}
