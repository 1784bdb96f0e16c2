import { useEffect, useRef, useState, type ReactNode } from 'react';
import { keepScreenOn } from '../../../device/wakeLock.ts';
import { useTabletSettings } from '../../../tablet/settings.ts';
import { Countdown } from './Countdown.tsx';
import { SlideLayers } from './SlideLayers.tsx';
import styles from './Slideshow.module.css';
import { SlideshowBar } from './SlideshowBar.tsx';
import { useModal } from './useModal.ts';
import { type SlideshowCourse, useSlideshow } from './useSlideshow.ts';
import { useSwipe } from './useSwipe.ts';

interface Props extends SlideshowCourse {
  /** The album's name. */
  title: string;
  onClose: () => void;
  /** A mark shown over the photo: a mark outside this modal dialog would be covered by it. */
  corner?: ReactNode;
}

/** A slideshow that covers the screen until it is closed. */
export function Slideshow(props: Props) {
  const { photos, title, onClose } = props;
  const [barShown, setBarShown] = useState(true);
  const dialog = useRef<HTMLDialogElement>(null);
  const { fit, pairs, transitions } = useTabletSettings();
  const { state, slide, around, photosBefore, next, previous, onShown, onBroken } = useSlideshow(props);
  const swipe = useSwipe({ onNext: next, onPrevious: previous });
  const toggleBar = () => {
    setBarShown(!barShown);
    // The bar's button loses the focus when it is hidden, and the dialog would no longer get the keys.
    if (document.activeElement?.closest('header')) dialog.current?.focus();
  };
  useModal(dialog);
  useEffect(keepScreenOn, []);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (event.key === 'ArrowRight') next();
    else if (event.key === 'ArrowLeft') previous();
    else if (event.key === ' ' && !isOnButton) toggleBar();
    else return;
    event.preventDefault();
  };

  return (
    // Keys and swipes work wherever in the dialog the focus and the finger are.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.slideshow}
      aria-label={`Slideshow: ${title}`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      {...swipe}
    >
      <button
        type="button"
        className={styles.stage}
        aria-label={`${numbersText(photosBefore, slide?.length)} of ${photos.length}. ${barShown ? 'Hide' : 'Show'} the bar`}
        onClick={toggleBar}
      >
        <SlideLayers
          key={String(pairs)}
          slide={slide}
          around={around}
          move={state.moves}
          isFilled={fit === 'cover'}
          withPairs={pairs}
          isFading={transitions}
          onShown={onShown}
          onBroken={onBroken}
        />
      </button>
      <button type="button" className={styles.previous} aria-label="Previous photo" onClick={previous} />
      <button type="button" className={styles.next} aria-label="Next photo" onClick={next} />
      <SlideshowBar title={title} hidden={!barShown} onClose={onClose} />
      {props.corner}
      <Countdown key={`${state.moves} ${state.stayMs}`} running={state.phase === 'shown'} durationMs={state.stayMs} />
    </dialog>
  );
}

/** 'Photo 3', or 'Photos 3 and 4' for two side by side. */
function numbersText(photosBefore: number, count = 1): string {
  return count === 1 ? `Photo ${photosBefore + 1}` : `Photos ${photosBefore + 1} and ${photosBefore + 2}`;
}
