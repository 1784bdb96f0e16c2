import { useCallback, type Dispatch } from 'react';
import { TARGET_DESELECT_MS } from '../../contract/limits.ts';
import type { GameEvent, Used } from '../../domain/codenamesGame.ts';
import { boardView } from '../../domain/codenamesGeometry.ts';
import { Button } from '../../ui/Button.tsx';
import { Alignment } from './Alignment.tsx';
import { BoardCells } from './BoardCells.tsx';
import { PhotoView } from './PhotoView.tsx';
import styles from './stage.module.css';
import { TargetChoices } from './TargetChoices.tsx';
import { Tools } from './Tools.tsx';
import { useIdle } from './useIdle.ts';

interface MarkingStageProps {
  game: Used;
  dispatch: Dispatch<GameEvent>;
}

/** The accepted photo: choose a role, tap its cells. */
export function MarkingStage({ game, dispatch }: MarkingStageProps) {
  const onIdle = useCallback(() => dispatch({ type: 'idle' }), [dispatch]);
  useIdle(game.tool !== undefined, TARGET_DESELECT_MS, onIdle);

  if (game.aligning) return <Aligning game={game} dispatch={dispatch} />;
  const view = boardView(game.corners);
  return (
    <>
      <div className={styles.picture}>
        <PhotoView photo={game.photo} view={view}>
          <BoardCells
            corners={game.corners}
            view={view}
            marks={game.marks}
            onTap={(cell) => dispatch({ type: 'cell-tapped', cell })}
          />
        </PhotoView>
      </div>
      <div className={styles.controls}>
        <TargetChoices chosen={game.tool} onTap={(tool) => dispatch({ type: 'tool-tapped', tool })} />
        <Tools game={game} dispatch={dispatch} />
      </div>
    </>
  );
}

function Aligning({ game, dispatch }: MarkingStageProps) {
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
