import type { ReactNode } from 'react';
import { countOf } from '#domain/curation/counts.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './SelectionBar.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  noun?: 'photo' | 'entry';
  count: number;
  of: number;
  onAll: () => void;
  onClear: () => void;
  /** The buttons that act on the selected things. */
  children: ReactNode;
}

/** Shown at the foot of the window while something is selected. */
export function SelectionBar({ noun = 'photo', count, of, onAll, onClear, children }: Props) {
  const text = `${noun === 'photo' ? countOf(count, 'photo') : count} selected`;
  return (
    <>
      <p className={shapes.spoken} aria-live="polite">
        {count > 0 ? text : ''}
      </p>
      {count > 0 && (
        <section
          className={`${shapes.ends} ${shapes.gap24} ${styles.bar}`}
          aria-label={noun === 'photo' ? 'Selected photos' : 'Selected entries'}
        >
          <div className={`${shapes.strong} ${shapes.digits} ${shapes.fine} ${styles.count}`}>
            <Button variant="quiet" size="s" aria-label="Select nothing" onClick={onClear}>
              ✕
            </Button>
            <span>{text}</span>
            {count < of && (
              <Button variant="quiet" size="s" onClick={onAll}>
                Select all
              </Button>
            )}
          </div>
          <div className={styles.actions}>{children}</div>
        </section>
      )}
    </>
  );
}
