import type { ReactNode } from 'react';
import type { StepState } from '#domain/setUp/setUpSteps.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { shapes } from '#src/shared/ui/shapes.ts';
import styles from './SetUpScreen.module.css';

interface Props {
  number: number;
  title: string;
  state: StepState;
  /** The result of a finished step, in place of its instructions. */
  summary: ReactNode;
  /** Absent where nothing can be skipped. */
  onSkip?: (isSkipped: boolean) => void;
  children: ReactNode;
}

const LATER = 'Later';
const NOW = 'Do it now';
const SAID: Record<StepState, string> = { done: 'done', skipped: 'put off', open: 'to do' };

/** A step of the set-up: its number turns into a tick when it is done. */
export function StepCard({ number, title, state, summary, onSkip, children }: Props) {
  return (
    <li className={`${shapes.card} ${shapes.stack4} ${shapes.padded5} ${styles.step}`} data-state={state}>
      <span
        className={`${shapes.centre} ${shapes.heading} ${shapes.round} ${shapes.accent} ${shapes.bold} ${styles.number}`}
        aria-hidden="true"
      >
        {state === 'done' ? '✓' : number}
      </span>
      <div className={`${shapes.column4} ${shapes.words} ${shapes.top} ${styles.body}`}>
        <div className={`${shapes.ends3} ${shapes.finger} ${styles.stepHead}`}>
          <h2 className={shapes.heading}>
            {title}
            <span className={shapes.spokenOnly}>{` (${SAID[state]})`}</span>
          </h2>
          {onSkip && state !== 'done' && (
            <Button
              size="s"
              variant="quiet"
              aria-label={`${state === 'open' ? LATER : NOW}: ${title}`}
              onClick={() => onSkip(state === 'open')}
            >
              {state === 'open' ? LATER : NOW}
            </Button>
          )}
        </div>
        {state === 'done' && summary}
        {(state === 'open' || summary === undefined) && children}
      </div>
    </li>
  );
}
