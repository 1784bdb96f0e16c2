import { useEffect, useRef, type ReactNode } from 'react';
import { keepScreenOn } from '#src/device/wakeLock.ts';
import { useTabletSettings } from '#src/tablet/settings.ts';
import { useTexts } from '#src/tablet/texts.ts';
import { PhotoOverlay } from '../../wall/PhotoOverlay.tsx';
import { Countdown } from './Countdown.tsx';
import { SlideLayers } from './SlideLayers.tsx';
import styles from './Slideshow.module.css';
import { SlideshowBar } from './SlideshowBar.tsx';
import { useBar } from './useBar.ts';
import { useModal } from './useModal.ts';
import { type SlideshowCourse, useSlideshow } from './useSlideshow.ts';
import { useSwipe } from './useSwipe.ts';
import { useYearsAgo } from './useYearsAgo.ts';

interface Props extends SlideshowCourse {
  /** The album's name. */
  title: string;
  onClose: () => void;
  /** Whether nobody opened it here: it then begins without its bar. */
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
