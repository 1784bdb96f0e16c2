import type { Dispatch } from 'react';
import type { GameEvent, Used } from '#domain/codenames/game.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from '../board/stage.module.css';
import { Alignment } from './Alignment.tsx';

/** Shown after 'Adjust grid' during a game: the corners can be dragged again until Done is pressed. */
export function AdjustStage({ game, dispatch }: { game: Used; dispatch: Dispatch<GameEvent> }) {
  return (
    <>
      <Alignment game={game} dispatch={dispatch} />
      <div className={styles.controls}>
        <Button variant="primary" size="l" onClick={() => dispatch({ type: 'align', on: false })}>
          Done
        </Button>
      </div>
    </>
  );
}
