import { type ReactNode, type RefObject, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { isTap, swipeDirection } from '#domain/slideshow/swipe.ts';
import type { Point } from '#domain/framing.ts';
import { type Fingers, wheelFactor } from '#domain/viewer/zoom.ts';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import { thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import { indexAfterStep, type Place } from '#domain/viewer/steps.ts';
import { Icon } from '#src/shared/ui/Icon.tsx';
import { crossOriginFor, retryLater } from '#src/shared/ui/photoGrid/photoImage.ts';
import type { PictureControl, ZoomControl } from './usePicture.ts';
import type { ViewedPhoto } from './viewedPhotos.ts';
import styles from './ViewerStage.module.css';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  viewed: ViewedPhoto;
  picture: PictureControl;
  place: Place;
  onStep: (index: number) => void;
  /** Placed on the picture, in place of the buttons to either side. */
  children?: ReactNode;
  /** Placed on the picture, below the buttons. */
  layers?: ReactNode;
}

/** The picture, with a button to either side. */
export function ViewerStage({ ref, viewed, picture, place, onStep, children, layers }: Props) {
  const previous = indexAfterStep('ArrowLeft', place);
  const next = indexAfterStep('ArrowRight', place);
  const go = (index: number | undefined) => index !== undefined && onStep(index);
  const { zoom } = picture;
  const gestures = useStageGestures({ stage: ref, zoom, onPrevious: () => go(previous), onNext: () => go(next) });
  return (
    <div className={styles.around}>
      <div ref={ref} className={styles.stage} data-zoomed={zoom.isZoomed || undefined} {...gestures}>
        <Picture key={viewed.photo.filename} viewed={viewed} picture={picture}>
          {layers}
          {children}
        </Picture>
      </div>
      {!children && <StepButton kind="previous" to={previous} onStep={onStep} />}
      {!children && <StepButton kind="next" to={next} onStep={onStep} />}
    </div>
  );
}

function Picture({ viewed: { photo, label }, picture, children }: Pick<Props, 'viewed' | 'picture' | 'children'>) {
  const { zoom, size, turn, onLoaded } = picture;
  const { x, y, scale } = zoom.zoom;
  const transform = `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`;
  const [thumbnail, medium] = [imageUrl(photo, 'thumbnail'), imageUrl(photo, 'medium')];
  return (
    <div className={styles.picture} style={{ ...(size ?? { width: '100%', height: '100%' }), transform }}>
      {size && (
        <img
          className={styles.image}
          src={thumbnail}
          alt=""
          crossOrigin={crossOriginFor(thumbnail)}
          draggable={false}
        />
      )}
      <img
        className={styles.image}
        src={medium}
        alt={label}
        crossOrigin={crossOriginFor(medium)}
        decoding="async"
        draggable={false}
        onLoad={({ currentTarget }) =>
          onLoaded({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={({ currentTarget }) => retryLater(currentTarget, thumbnailRetryMs)}
      />
      {children}
    </div>
  );
}

interface StepButtonProps {
  kind: 'previous' | 'next';
  /** Undefined at the end of the list. */
  to: number | undefined;
  onStep: (index: number) => void;
}

function StepButton({ kind, to, onStep }: StepButtonProps) {
  if (to === undefined) return null;
  return (
    <button
      type="button"
      className={`${styles.step} ${styles[kind]}`}
      aria-label={kind === 'next' ? 'Next photo' : 'Previous photo'}
      onClick={() => onStep(to)}
    >
      <Icon name={kind} />
    </button>
  );
}

interface Options {
  stage: RefObject<HTMLElement | null>;
  zoom: ZoomControl;
  onNext: () => void;
  onPrevious: () => void;
}

interface Press {
  id: number;
  start: Point;
  /** Whether there is no second finger, which would make it a pinch and no swipe or tap. */
  isAlone: boolean;
}

const DOUBLE_TAP_MS = 350;

/** Swipe to the next photo; drag when zoomed; two fingers, wheel and double click or tap for the zoom. */
function useStageGestures({ stage, zoom, onNext, onPrevious }: Options) {
  const pointers = useRef(new Map<number, Point>());
  const press = useRef<Press>(undefined);
  const lastTap = useRef<{ atMs: number; place: Point }>(undefined);
  useWheel(stage, (event) => zoom.zoomBy(wheelFactor(event.deltaY), pointOnStage(event, stage.current)));

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
      const place = pointOnStage(event, stage.current);
      pointers.current.set(event.pointerId, place);
      if (pointers.current.size === 1) press.current = { id: event.pointerId, start: place, isAlone: true };
      else if (press.current) press.current.isAlone = false;
      stage.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const place = pointOnStage(event, stage.current);
      const [other] = [...pointers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
      pointers.current.set(event.pointerId, place);
      if (other) zoom.pinch({ from: fingers(before, other), to: fingers(place, other) });
      else if (zoom.isZoomed) zoom.panBy({ x: place.x - before.x, y: place.y - before.y });
    },
    onPointerUp: (event: PointerEvent) => {
      const ended = end(event);
      if (!ended) return;
      const place = pointOnStage(event, stage.current);
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

/** React listens to the wheel passively, but here the browser must not zoom the page too. */
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
function pointOnStage({ clientX, clientY }: { clientX: number; clientY: number }, stage: HTMLElement | null): Point {
  const box = stage?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
}
