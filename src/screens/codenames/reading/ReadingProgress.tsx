import { ProgressBar } from '#src/ui/ProgressBar.tsx';
import styles from './WordsList.module.css';
import type { ReadingState } from './useWordReader.ts';

const LABELS = { loading: 'Loading the reader', reading: 'Reading the words' };

export function ReadingProgress({ state }: { state: ReadingState }) {
  if (state.phase === 'idle') return null;
  if (state.phase === 'failed') return <p role="alert">{state.problem}</p>;
  const label = LABELS[state.phase];
  return (
    <div className={styles.progress}>
      <span>
        {label}: {state.percent} %
      </span>
      <ProgressBar label={label} percent={state.percent} />
    </div>
  );
}
