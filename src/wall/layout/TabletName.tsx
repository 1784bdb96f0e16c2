import { useEffect, useRef } from 'react';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { useModal } from '#src/shared/slideshow/useModal.ts';
import styles from './TabletName.module.css';

const SHOWN_MS = 10_000;

/**
 * The tablet's name over everything else, for a person who looks for this tablet among several. A modal dialog, because
 * only another modal dialog covers the slideshow.
 */
export function TabletName({ name, onDone }: { name: string; onDone: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  useEffect(() => {
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [onDone]);
  return (
    // A touch means that the person wants to see the wall behind it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles.name}
      aria-label={useTexts()('The name of this tablet')}
      tabIndex={-1}
      onClick={onDone}
      onCancel={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <p dir="auto">{name}</p>
    </dialog>
  );
}
