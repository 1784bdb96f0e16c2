import type { Dispatch } from 'react';
import type { GameEvent, Used } from '#domain/codenames/game.ts';
import { FIRST_MESSAGES } from '#domain/firstMessages.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './MarkingTools.module.css';

interface MarkingToolsProps {
  game: Used;
  dispatch: Dispatch<GameEvent>;
}

/** The buttons that are needed now and then; the roles above them are needed all the time. */
export function MarkingTools({ game, dispatch }: MarkingToolsProps) {
  const startOver = () => {
    if (window.confirm(FIRST_MESSAGES.startOverQuestion)) dispatch({ type: 'start-over' });
  };
  const erasing = game.tool === 'eraser';
  return (
    <div className={styles.tools}>
      <Button
        size="s"
        className={styles.tool}
        disabled={game.history.length === 0}
        onClick={() => dispatch({ type: 'undo' })}
      >
        Undo
      </Button>
      <Button
        size="s"
        role="switch"
        aria-checked={erasing}
        className={erasing ? `${styles.tool} ${styles.on}` : styles.tool}
        onClick={() => dispatch({ type: 'tool-tapped', tool: 'eraser' })}
      >
        Erase
      </Button>
      <Button size="s" className={styles.tool} onClick={() => dispatch({ type: 'align', on: true })}>
        Adjust grid
      </Button>
      <Button size="s" variant="danger" className={styles.tool} onClick={startOver}>
        Start Over
      </Button>
    </div>
  );
}
