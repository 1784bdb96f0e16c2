import type { Dispatch } from 'react';
import type { GameEvent, Taken } from '../../domain/codenamesGame.ts';
import { Button } from '../../ui/Button.tsx';
import { GridCorners } from './GridCorners.tsx';
import { PhotoView } from './PhotoView.tsx';
import styles from './stage.module.css';

/** The photo as it was framed, with the grid ready to be laid on a slanted board. */
export function ReviewStage({ game, dispatch }: { game: Taken; dispatch: Dispatch<GameEvent> }) {
  return (
    <>
      <div className={styles.picture}>
        <PhotoView photo={game.photo}>
          <GridCorners photo={game.photo} corners={game.corners} dispatch={dispatch} />
        </PhotoView>
      </div>
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
