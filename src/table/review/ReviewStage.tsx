import { type Dispatch, useEffect, useState } from 'react';
import type { Grid } from '#domain/table/board.ts';
import type { GameEvent, GridFrom, Taken, BoardPhoto, Used } from '#domain/table/game.ts';
import type { Corners } from '#domain/table/geometry.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { GridChoice } from '#src/table/board/GridChoice.tsx';
import styles from '#src/table/board/stage.module.css';
import { GridCorners } from './GridCorners.tsx';

/**
 * Lays the grid onto the board in a photo just taken. Its code is loaded separately; if that fails, the grid stays
 * where it was.
 */
function BoardFinder({ game: { photo, corners, grid }, dispatch }: { game: Taken; dispatch: Dispatch<GameEvent> }) {
  const [first] = useState(corners);
  useEffect(() => {
    let isWanted = true;
    const find = async () => {
      const { lookForBoard } = await import('#src/table/looking/look.ts');
      const found = await lookForBoard(photo, grid);
      if (!isWanted) return;
      dispatch(
        found ? { type: 'board-found', from: first, corners: found.corners } : { type: 'board-missed', from: first },
      );
    };
    find().catch(() => isWanted && dispatch({ type: 'board-missed', from: first }));
    return () => {
      isWanted = false;
    };
  }, [photo, grid, first, dispatch]);
  return null;
}

/** The photo just taken, with the grid over it: use it or take another. */
export function ReviewStage({ game, dispatch }: { game: Taken; dispatch: Dispatch<GameEvent> }) {
  return (
    <>
      {/* A board of another grid is looked for anew. */}
      <BoardFinder key={game.grid} game={game} dispatch={dispatch} />
      <Alignment game={game} dispatch={dispatch} />
      <div className={styles.controls}>
        <GridChoice grid={game.grid} onChoose={(grid) => dispatch({ type: 'grid-chosen', grid })} />
        <div className={styles.pair}>
          <Button size="l" onClick={() => dispatch({ type: 'try-again' })}>
            Try Again
          </Button>
          <Button variant="primary" size="l" data-first onClick={() => dispatch({ type: 'use-photo' })}>
            Use Photo
          </Button>
        </div>
      </div>
    </>
  );
}

interface AlignmentProps {
  game: { photo: BoardPhoto; corners: Corners; grid: Grid; gridFrom: GridFrom };
  dispatch: Dispatch<GameEvent>;
}

/** The whole photo, and over it the grid, whose corners can be dragged onto a board photographed at an angle. */
function Alignment({ game, dispatch }: AlignmentProps) {
  return (
    <div className={styles.picture}>
      <GridCorners
        photo={game.photo}
        grid={game.grid}
        corners={game.corners}
        areWanted={game.gridFrom === 'nowhere'}
        onMove={(index, to) => dispatch({ type: 'corner-moved', index, to })}
      />
    </div>
  );
}

/** Shown after 'Adjust the grid' during a game: the corners can be dragged again until Done is pressed. */
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
