import { type Dispatch, Suspense, useCallback, useState } from 'react';
import { TARGET_DESELECT_MS } from '#contract/limits.ts';
import { NO_WORDS, withoutSecrets } from '#domain/codenames/board.ts';
import type { GameEvent, Used } from '#domain/codenames/game.ts';
import { boardView } from '#domain/codenames/geometry.ts';
import { lazyPart } from '#src/ui/lazyPart.ts';
import { PhotoView } from '../board/PhotoView.tsx';
import styles from '../board/stage.module.css';
import { BoardCells } from './BoardCells.tsx';
import { MarkingTools } from './MarkingTools.tsx';
import { TargetChoices } from './TargetChoices.tsx';
import { useIdle } from './useIdle.ts';

const TableParts = lazyPart(async () => (await import('../table/TableParts.tsx')).TableParts);

interface MarkingStageProps {
  game: Used;
  dispatch: Dispatch<GameEvent>;
}

/** The accepted photo: choose a role, tap its cells. */
export function MarkingStage({ game, dispatch }: MarkingStageProps) {
  const onIdle = useCallback(() => dispatch({ type: 'idle' }), [dispatch]);
  useIdle(game.tool !== undefined, TARGET_DESELECT_MS, onIdle);

  // A reload, or a part that cannot be loaded, shows nothing.
  const [isHeld, setIsHeld] = useState(false);
  const shown = game.isSecret && !isHeld ? withoutSecrets(game.marks) : game.marks;
  const view = boardView(game.corners);
  return (
    <>
      <div className={game.words === NO_WORDS ? styles.picture : `${styles.picture} ${styles.besideList}`}>
        <PhotoView photo={game.photo} view={view}>
          <BoardCells
            corners={game.corners}
            view={view}
            marks={shown}
            words={game.words}
            onTap={(cell) => dispatch({ type: 'cell-tapped', cell })}
          />
        </PhotoView>
      </div>
      <div className={styles.controls}>
        <TargetChoices chosen={game.tool} onTap={(tool) => dispatch({ type: 'tool-tapped', tool })} />
        <MarkingTools game={game} dispatch={dispatch} />
        <Suspense fallback={<div className={styles.later} />}>
          <TableParts game={game} shown={shown} onHold={setIsHeld} dispatch={dispatch} />
        </Suspense>
      </div>
    </>
  );
}
