import type { Dispatch } from 'react';
import type { GameEvent, Used } from '#domain/codenames/game.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { Switch } from '../camera/Switch.tsx';
import type { TurnTimer } from '../turn/useTurn.ts';
import styles from './TableParts.module.css';
import { askForOrientation } from './useFaceDown.ts';

interface MoreDialogProps {
  game: Used;
  timer: TurnTimer;
  dispatch: Dispatch<GameEvent>;
  onAgain: () => void;
  onClose: () => void;
}

/** The parts that most games do without. */
export function MoreDialog({ game, timer, dispatch, onAgain, onClose }: MoreDialogProps) {
  const toggleSecret = (on: boolean) => {
    if (on) askForOrientation();
    dispatch({ type: 'secret', on });
  };
  return (
    <Dialog title="At the table" onClose={onClose}>
      <div className={styles.more}>
        <Button onClick={onAgain}>Again</Button>
        <p>Photograph the same table later: what was covered since is marked in one press.</p>
        <Switch label="Spymaster’s view" on={game.isSecret === true} onToggle={toggleSecret} />
        <p>Targets show only while you hold a button: for 10 seconds, and not when the phone lies face down.</p>
        <Switch label="Timer" on={timer.turn !== undefined} onToggle={timer.use} />
        <p>For the team whose turn it is. It sounds when the time is up.</p>
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
