import { type Dispatch, useState } from 'react';
import { READER_MEGABYTES } from '#contract/codenames/reader.ts';
import type { Marks } from '#domain/codenames/board.ts';
import type { GameEvent, Used } from '#domain/codenames/game.ts';
import { Button } from '#src/ui/Button.tsx';
import { AgainDialog } from '../again/AgainDialog.tsx';
import { KeyCardDialog } from '../keyCard/KeyCardDialog.tsx';
import { ReadingProgress } from '../reading/ReadingProgress.tsx';
import { useWordReader } from '../reading/useWordReader.ts';
import { WordsList } from '../reading/WordsList.tsx';
import { SharedBoard } from '../sharing/SharedBoard.tsx';
import { TurnClock } from '../turn/TurnClock.tsx';
import { useTurn } from '../turn/useTurn.ts';
import { HoldToShow } from './HoldToShow.tsx';
import { MoreDialog } from './MoreDialog.tsx';
import styles from './TableParts.module.css';

interface TablePartsProps {
  game: Used;
  /** The marks that may be seen at the moment. */
  shown: Marks;
  /** Called when the secret ones may be seen, and when no longer. */
  onHold: (isHeld: boolean) => void;
  dispatch: Dispatch<GameEvent>;
}

/** The parts of a game that only some tables use. Their code is loaded after the board is on the screen. */
export function TableParts({ game, shown, onHold, dispatch }: TablePartsProps) {
  const reader = useWordReader(game, dispatch);
  const timer = useTurn(game.marks);
  const [open, setOpen] = useState<'key' | 'code' | 'more' | 'again'>();
  const close = () => setOpen(undefined);
  const isBusy = reader.state.phase === 'loading' || reader.state.phase === 'reading';
  return (
    <>
      {timer.turn && <TurnClock {...timer} turn={timer.turn} />}
      {game.isSecret && <HoldToShow onHold={onHold} />}
      <div className={styles.row}>
        <Button size="s" className={styles.part} disabled={isBusy} onClick={reader.read}>
          <span>
            Read the words
            {reader.isStored === false && <small> ({READER_MEGABYTES} MB, once)</small>}
          </span>
        </Button>
        <Button size="s" className={styles.part} onClick={() => setOpen('key')}>
          Read a key card
        </Button>
        <Button size="s" className={styles.part} onClick={() => setOpen('code')}>
          To another phone
        </Button>
        <Button size="s" className={styles.part} onClick={() => setOpen('more')}>
          More
        </Button>
      </div>
      {open === 'code' && <SharedBoard game={game} onClose={close} />}
      {open === 'key' && <KeyCardDialog game={game} dispatch={dispatch} onClose={close} />}
      {open === 'more' && (
        <MoreDialog game={game} timer={timer} dispatch={dispatch} onAgain={() => setOpen('again')} onClose={close} />
      )}
      {open === 'again' && <AgainDialog game={game} dispatch={dispatch} onClose={close} />}
      <ReadingProgress state={reader.state} />
      {Object.keys(game.words).length > 0 && <WordsList words={game.words} marks={shown} dispatch={dispatch} />}
    </>
  );
}
