import type { Dispatch } from 'react';
import type { GameEvent, Taken } from '#domain/codenames/game.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from '../board/stage.module.css';
import { Alignment } from './Alignment.tsx';

/** The photo just taken, with the grid over it: use it or take another. */
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
