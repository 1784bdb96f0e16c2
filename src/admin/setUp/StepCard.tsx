import type { ReactNode } from 'react';
import type { StepState } from '#domain/setUp/setUpSteps.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';
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
    <li className={styles.step} data-state={state}>
      <span className={styles.number} aria-hidden="true">
        {state === 'done' ? '✓' : number}
      </span>
      <div className={styles.body}>
        <Row gap={3} justify="between" className={styles.stepHead}>
          <Heading level={2}>
            {title}
            <SpokenOnly>{` (${SAID[state]})`}</SpokenOnly>
          </Heading>
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
        </Row>
        {state === 'done' && summary}
        {(state === 'open' || summary === undefined) && children}
      </div>
    </li>
  );
}
