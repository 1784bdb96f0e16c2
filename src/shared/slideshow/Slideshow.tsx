import { Suspense, useEffect, useRef, type ReactNode, type RefObject, useCallback, useState } from 'react';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import type { Slide } from '#domain/slideshow/slideList.ts';
import { keepScreenOn } from '#src/shared/device/wakeLock.ts';
import { useWallDark } from '#src/shared/tablet/dark.ts';
import { useTabletSettings } from '#src/shared/tablet/settings.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { PhotoOverlay } from '#src/shared/wallPhoto/PhotoOverlay.tsx';
import { SlideLayers } from './SlideLayers.tsx';
import styles from './Slideshow.module.css';
import { useModal } from './useModal.ts';
import { type SlideLayer, type SlideshowCourse, useSlideshow } from './useSlideshow.ts';
import { useSwipe } from './useSwipe.ts';
import { onIdle } from '#src/shared/device/lastInput.ts';
import ring from './Countdown.module.css';

type YearsAgoText = (years: number, locale: string) => string;

/** The time without a touch after which the bar is hidden, so that nothing covers the photo. */
const SHOWN_MS = 5_000;

interface SlideshowBarProps {
  title: string;
  hidden: boolean;
  onClose: () => void;
}

interface Props extends SlideshowCourse {
  /** The album's name. */
  title: string;
  onClose: () => void;
  /** Whether nobody has started it by a touch. Its bar is then hidden. */
  startsByItself?: boolean;
  /** A mark shown over the photo: a mark outside this modal dialog would be covered by it. */
  corner?: ReactNode;
}

/** A slideshow that covers the screen until it is closed. */
export function Slideshow(props: Props) {
  const { photos, title, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const ofTablet = useTabletSettings();
  const settings = props.settings ?? ofTablet;
  const show = useSlideshow(props);
  const { state, slide, around, photosBefore, next, previous, onShown, onBroken } = show;
  const yearsAgo = useYearsAgo(show.yearsAgo, settings.locale);
  const text = useTexts();
  const swipe = useSwipe({ onNext: next, onPrevious: previous });
  const { barShown, toggleBar } = useBar(dialog, props.startsByItself !== true);
  useModal(dialog);
  useEffect(keepScreenOn, []);

  return (
    // Keys and swipes work wherever in the dialog the focus and the finger are.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.slideshow}
      aria-label={`${text('Slideshow')}: ${title}`}
      tabIndex={-1}
      onKeyDown={(event) => onKey(event, { next, previous, toggleBar })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      {...swipe}
    >
      <button
        type="button"
        className={styles.stage}
        aria-label={`${placeText({ photosBefore, count: slide?.length, text })} ${text('of')} ${photos.length}. ${text(barShown ? 'Hide the bar' : 'Show the bar')}`}
        onClick={toggleBar}
      >
        <SlideLayers
          key={String(settings.pairs)}
          {...{ slide, around, settings, onShown, onBroken }}
          move={state.moves}
        />
        {slide && state.phase === 'shown' && props.layers && (
          <Layers key={state.moves} {...{ slide, settings }} layers={props.layers} />
        )}
      </button>
      <button type="button" className={styles.previous} aria-label={text('Previous photo')} onClick={previous} />
      <button type="button" className={styles.next} aria-label={text('Next photo')} onClick={next} />
      <SlideshowBar title={title} hidden={!barShown} onClose={onClose} />
      {slide && <PhotoOverlay photos={slide} settings={settings} title={yearsAgo} />}
      {props.corner}
      {state.isPaused && <output className={styles.paused}>{text('Paused')}</output>}
      {settings.countdown && (
        <Countdown
          key={`${state.moves} ${state.stayMs}`}
          running={state.phase === 'shown' && !state.isPaused}
          durationMs={state.stayMs}
        />
      )}
    </dialog>
  );
}

interface LayersProps {
  slide: Slide;
  settings: TabletSettings;
  layers: readonly SlideLayer[];
}

/** The layers that a slide on screen needs; none in the dark. */
function Layers({ slide, settings, layers }: LayersProps) {
  const isDark = useWallDark();
  if (isDark) return null;
  return layers.map(({ leastStayMs, Part }, at) =>
    leastStayMs(slide, settings) === undefined ? null : (
      // The list is the same for as long as the app runs.
      // oxlint-disable-next-line react/no-array-index-key
      <Suspense key={at}>
        <Part photo={slide[0]} settings={settings} />
      </Suspense>
    ),
  );
}

interface KeyActions {
  next: () => void;
  previous: () => void;
  toggleBar: () => void;
}

function onKey(event: React.KeyboardEvent, { next, previous, toggleBar }: KeyActions): void {
  const isOnButton = event.target instanceof HTMLButtonElement;
  if (event.key === 'ArrowRight') next();
  else if (event.key === 'ArrowLeft') previous();
  else if ((event.key === ' ' || event.key === 'Enter') && !isOnButton) toggleBar();
  else return;
  event.preventDefault();
}

interface Numbers {
  photosBefore: number;
  count: number | undefined;
  text: ReturnType<typeof useTexts>;
}

/** 'Photo 3', or 'Photos 3 and 4' for two side by side. */
function placeText({ photosBefore, count, text }: Numbers): string {
  const first = photosBefore + 1;
  return count === 2 ? `${text('Photos')} ${first} ${text('and')} ${first + 1}` : `${text('Photo')} ${first}`;
}

function SlideshowBar({ title, hidden, onClose }: SlideshowBarProps) {
  const text = useTexts();
  return (
    <header className={styles.bar} data-hidden={hidden || undefined}>
      <h2 className={styles.title} dir="auto">
        {title}
      </h2>
      <button type="button" className={styles.close} onClick={onClose}>
        {text('✕ Close')}
      </button>
    </header>
  );
}

/** Whether the bar of a slideshow is shown: until a person hides it, or touches nothing for a while. */
function useBar(dialog: RefObject<HTMLDialogElement | null>, isShownAtFirst: boolean) {
  const [barShown, setBarShown] = useState(isShownAtFirst);
  const show = useCallback(
    (isShown: boolean) => {
      setBarShown(isShown);
      // The bar's button loses the focus when it is hidden, and the dialog would no longer get the keys.
      if (document.activeElement?.closest('header')) dialog.current?.focus();
    },
    [dialog],
  );
  useEffect(() => (barShown ? onIdle(SHOWN_MS, () => show(false)) : undefined), [barShown, show]);
  return { barShown, toggleBar: () => show(!barShown) };
}

/** 'Three years ago today' for photos of this day in an earlier year. Its words are loaded with the first of them. */
function useYearsAgo(years: number | undefined, locale: string): string | undefined {
  const [say, setSay] = useState<YearsAgoText>();
  const isDue = years !== undefined && !say;
  useEffect(() => {
    if (!isDue) return;
    void import('#domain/tablets/languages/yearsAgo.ts').then(
      ({ yearsAgoText }) => setSay(() => yearsAgoText),
      // The next such photo tries again.
      () => undefined,
    );
  }, [isDue]);
  return years === undefined ? undefined : say?.(years, locale);
}

/**
 * The ring that empties until the next photo comes. Two half rings turn behind two half windows, by `transform` alone,
 * which the browser's compositor animates without React, style or layout.
 */
function Countdown({ running, durationMs }: { running: boolean; durationMs: number }) {
  const time = { animationDuration: `${durationMs}ms` };
  return (
    <div className={ring.countdown} data-running={running || undefined} aria-hidden="true">
      <div className={ring.right}>
        <div className={ring.rightHalf} style={time} />
      </div>
      <div className={ring.left}>
        <div className={ring.leftHalf} style={time} />
      </div>
    </div>
  );
}
