import { type Dispatch, Suspense, useCallback, useState, useEffect } from 'react';
import { NO_WORDS, withoutSecrets, type Role, ROLE_NAMES, rolesOf, type Grid } from '#domain/table/board.ts';
import type { GameEvent, Used, Tool } from '#domain/table/game.ts';
import { boardView } from '#domain/table/geometry.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { lazyPart } from '#src/shared/ui/lazyPart.ts';
import { PhotoView } from '#src/table/board/PhotoView.tsx';
import styles from '#src/table/board/stage.module.css';
import { BoardCells } from './BoardCells.tsx';
import markingToolsStyles from './MarkingTools.module.css';
import { RoleMark } from './RoleMark.tsx';

const TableParts = lazyPart(async () => (await import('#src/table/table/TableParts.tsx')).TableParts);
/** The time without a touch after which no role is chosen any more. */
const DESELECT_MS = 30_000;

interface MarkingStageProps {
  game: Used;
  dispatch: Dispatch<GameEvent>;
}

/** The accepted photo: choose a role, tap its cells. */
export function MarkingStage({ game, dispatch }: MarkingStageProps) {
  const onIdle = useCallback(() => dispatch({ type: 'idle' }), [dispatch]);
  useIdle(game.tool !== undefined, DESELECT_MS, onIdle);

  // False after a reload, and if a part cannot be loaded.
  const [isHeld, setIsHeld] = useState(false);
  const shown = game.isSecret && !isHeld ? withoutSecrets(game.marks) : game.marks;
  const view = boardView(game.corners);
  return (
    <>
      <div className={game.words === NO_WORDS ? styles.picture : `${styles.picture} ${styles.besideList}`}>
        <PhotoView photo={game.photo} view={view}>
          <BoardCells
            grid={game.grid}
            corners={game.corners}
            view={view}
            marks={shown}
            words={game.words}
            onTap={(cell) => dispatch({ type: 'cell-tapped', cell })}
          />
        </PhotoView>
      </div>
      <div className={styles.controls}>
        <TargetChoices grid={game.grid} chosen={game.tool} onTap={(tool) => dispatch({ type: 'tool-tapped', tool })} />
        <div className={markingToolsStyles.tools}>
          <MarkingTools game={game} dispatch={dispatch} />
          <Suspense>
            <TableParts game={game} shown={shown} onHold={setIsHeld} dispatch={dispatch} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

const ACTIVITY = ['pointerdown', 'keydown', 'click'] as const;

/**
 * Calls `onIdle` after `delayMs` without a touch, a key or a click. Timers stand still while a device sleeps, so the
 * deadline is compared with the clock when the page becomes visible again.
 */
function useIdle(waiting: boolean, delayMs: number, onIdle: () => void): void {
  useEffect(() => {
    if (!waiting) return undefined;
    let deadline = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      deadline = Date.now() + delayMs;
      timer = setTimeout(onIdle, delayMs);
    };
    const check = () => {
      if (Date.now() >= deadline) onIdle();
    };
    restart();
    for (const type of ACTIVITY) window.addEventListener(type, restart, true);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      for (const type of ACTIVITY) window.removeEventListener(type, restart, true);
      document.removeEventListener('visibilitychange', check);
    };
  }, [waiting, delayMs, onIdle]);
}

/** The first two buttons of the row under the roles. */
function MarkingTools({ game, dispatch }: MarkingStageProps) {
  const erasing = game.tool === 'eraser';
  return (
    <>
      <Button size="s" disabled={game.history.length === 0} onClick={() => dispatch({ type: 'undo' })}>
        Undo
      </Button>
      <Button
        size="s"
        role="switch"
        aria-checked={erasing}
        className={erasing ? markingToolsStyles.on : undefined}
        onClick={() => dispatch({ type: 'tool-tapped', tool: 'eraser' })}
      >
        Erase
      </Button>
    </>
  );
}

interface TargetChoicesProps {
  grid: Grid;
  chosen: Tool | undefined;
  onTap: (role: Role) => void;
}

/** One column for each team: its target role above its found role. */
function TargetChoices({ grid, chosen, onTap }: TargetChoicesProps) {
  return (
    <fieldset className={markingToolsStyles.choices} data-grid={grid} aria-label="Roles">
      {rolesOf(grid).map((role, index) => (
        <button
          key={role}
          type="button"
          className={markingToolsStyles.choice}
          data-role={role}
          data-first={index === 0 || undefined}
          aria-pressed={chosen === role}
          onClick={() => onTap(role)}
        >
          <RoleMark role={role} className={markingToolsStyles.mark} />
          {ROLE_NAMES[role]}
        </button>
      ))}
    </fieldset>
  );
}
