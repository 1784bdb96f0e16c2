import type { Dispatch } from 'react';
import type { GameEvent, Taken } from '../../../domain/codenames/game.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alignment } from './Alignment.tsx';
import styles from '../board/stage.module.css';

/** The photo as it was framed: keep it or take another. */
export function ReviewStage({ game, dispatch }: { game: Taken; dispatch: Dispatch<GameEvent> }) {
  return (
    <>
      <Alignment game={game} dispatch={dispatch} />
      <div className={`${styles.controls} ${styles.pair}`}>
        <Button size="l" onClick={() => dispatch({ type: 'try-again' })}>
          Try Again
        </Button>
        <Button variant="primary" size="l" data-first onClick={() => dispatch({ type: 'use-photo' })}>
          Use Photo
        </Button>
      </div>
    </>
  );
}
