import { type Dispatch, useEffect, useState } from 'react';
import type { GameEvent, Taken } from '#domain/codenames/game.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from '../board/stage.module.css';
import { Alignment } from './Alignment.tsx';

/**
 * Lays the grid onto the board in a photo just taken. The code for it is loaded apart, and where it cannot be had the grid
 * stays where it was.
 */
function useFoundBoard({ photo, corners }: Taken, dispatch: Dispatch<GameEvent>): void {
  const [first] = useState(corners);
  useEffect(() => {
    let isWanted = true;
    const find = async () => {
      const { lookForBoard } = await import('../looking/look.ts');
      const found = await lookForBoard(photo);
      if (found && isWanted) dispatch({ type: 'board-found', from: first, corners: found.corners });
    };
    find().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [photo, first, dispatch]);
}

/** The photo just taken, with the grid over it: use it or take another. */
export function ReviewStage({ game, dispatch }: { game: Taken; dispatch: Dispatch<GameEvent> }) {
  useFoundBoard(game, dispatch);
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
