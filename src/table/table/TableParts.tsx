import { type Dispatch, useRef, useState } from 'react';
import { READER_MEGABYTES } from '#contract/reader.ts';
import { MANY_WORDS, type Marks } from '#domain/table/board.ts';
import type { GameEvent, Used } from '#domain/table/game.ts';
import { encodedGame, GAME_HASH } from '#domain/table/sharing/gameCode.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { CloseAction } from '#src/shared/ui/DialogActions.tsx';
import { QrCode } from '#src/shared/ui/qrCode/QrCode.tsx';
import { AgainDialog } from '#src/table/again/AgainDialog.tsx';
import { Switch } from '#src/table/camera/Switch.tsx';
import { BothKeys, KeyCardDialog } from '#src/table/keyCard/KeyCardDialog.tsx';
import { ReadingProgress, WordsList } from '#src/table/reading/WordsList.tsx';
import { useWordReader, type WordReader } from '#src/table/reading/useWordReader.ts';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import sharedBoardStyles from '#src/table/sharing/SharedBoard.module.css';
import { TurnClock, useTurn, type TurnTimer } from '#src/table/turn/TurnClock.tsx';
import { HoldToShow, askForOrientation } from './HoldToShow.tsx';
import styles from './TableParts.module.css';

interface TablePartsProps {
  game: Used;
  /** The marks that may be seen at the moment. */
  shown: Marks;
  /** Called when the secret marks may be shown, and when no longer. */
  onHold: (isHeld: boolean) => void;
  dispatch: Dispatch<GameEvent>;
}

/** The dialogs of a table. */
type Part = 'key' | 'code' | 'more' | 'again' | 'both';

/** The parts of a game that only some tables use. Their code is loaded after the board is on the screen. */
export function TableParts({ game, shown, onHold, dispatch }: TablePartsProps) {
  const reader = useWordReader(game, dispatch);
  const timer = useTurn(game.marks);
  const [open, setOpen] = useState<Part>();
  const close = () => setOpen(undefined);
  const list = useRef<HTMLDivElement>(null);
  const hasWords = Object.keys(game.words).length >= MANY_WORDS;
  return (
    <>
      {hasWords ? (
        <Button size="s" onClick={() => list.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })}>
          Words
        </Button>
      ) : (
        <ReadButton reader={reader} />
      )}
      <Button size="s" onClick={() => setOpen('more')}>
        More
      </Button>
      {timer.turn && <TurnClock {...timer} turn={timer.turn} grid={game.grid} />}
      {game.isSecret && <HoldToShow onHold={onHold} />}
      {game.otherKey && <Sides game={game} dispatch={dispatch} onBoth={() => setOpen('both')} />}
      {open === 'code' && <SharedBoard game={game} onClose={close} />}
      {open === 'both' && <BothKeys game={game} onClose={close} />}
      {open === 'key' && <KeyCardDialog game={game} dispatch={dispatch} onClose={close} />}
      {open === 'more' && (
        <MoreDialog
          game={game}
          timer={timer}
          reader={hasWords ? reader : undefined}
          dispatch={dispatch}
          onOpen={setOpen}
          onClose={close}
        />
      )}
      {open === 'again' && <AgainDialog game={game} dispatch={dispatch} onClose={close} />}
      <ReadingProgress state={reader.state} />
      {reader.state.phase === 'few' && (
        <Button variant="primary" onClick={() => dispatch({ type: 'align', on: true })}>
          Adjust the grid
        </Button>
      )}
      {Object.keys(game.words).length > 0 && (
        <div ref={list}>
          <WordsList words={game.words} marks={shown} grid={game.grid} dispatch={dispatch} />
        </div>
      )}
    </>
  );
}

function ReadButton({ reader }: { reader: WordReader }) {
  const isBusy = reader.state.phase === 'loading' || reader.state.phase === 'reading';
  return (
    <Button size="s" disabled={isBusy} onClick={reader.read}>
      <span>
        Read the words
        {reader.isStored === false && <small className={styles.size}> ({READER_MEGABYTES} MB, once)</small>}
      </span>
    </Button>
  );
}

interface SidesProps {
  game: Used;
  dispatch: Dispatch<GameEvent>;
  onBoth: () => void;
}

const SIDES = ['A', 'B'] as const;

/** In Duet: the side of the table whose key shows. */
function Sides({ game, dispatch, onBoth }: SidesProps) {
  return (
    <fieldset className={styles.sides} aria-label="Sides">
      {SIDES.map((side) => (
        <Button
          key={side}
          size="s"
          variant={side === game.side ? 'primary' : 'secondary'}
          aria-pressed={side === game.side}
          onClick={() => side !== game.side && dispatch({ type: 'other-side' })}
        >
          Side {side}
        </Button>
      ))}
      <Button size="s" disabled={game.isSecret === true} onClick={onBoth}>
        Both keys
      </Button>
    </fieldset>
  );
}

/** One code holds no more than this, so that any camera can read it from a screen. */
const MOST_BYTES = 400;

/** One QR code with the marks and words, but without the photo. No server sees it. */
function SharedBoard({ game, onClose }: { game: Used; onClose: () => void }) {
  const address = `${location.origin}/codenames${GAME_HASH}${encodedGame(game)}`;
  return (
    <Dialog title="To another phone" onClose={onClose}>
      {address.length <= MOST_BYTES ? (
        <>
          <QrCode text={address} label="The board as a QR code" className={sharedBoardStyles.code} />
          <p>
            Its camera opens the same board: words and marks without the photo. Whoever sees this code sees the key.
            {game.otherKey && ' In Duet the other phone shows the other side’s key.'}
          </p>
        </>
      ) : (
        <p>The words are too long for one code. Shorten some in the list.</p>
      )}
      <CloseAction onClose={onClose} />
    </Dialog>
  );
}

interface MoreDialogProps {
  game: Used;
  timer: TurnTimer;
  /** Where there are words that can be read once more. */
  reader: WordReader | undefined;
  dispatch: Dispatch<GameEvent>;
  onOpen: (part: Part) => void;
  onClose: () => void;
}

/** The parts of a game that no turn needs. */
function MoreDialog({ game, timer, reader, dispatch, onOpen, onClose }: MoreDialogProps) {
  const toggleSecret = (on: boolean) => {
    if (on) askForOrientation();
    dispatch({ type: 'secret', on });
  };
  return (
    <Dialog title="At the table" onClose={onClose}>
      <Stack gap={2} align="start" className={styles.more}>
        <div className={styles.parts}>
          <Button onClick={() => onOpen('key')}>Read a key card</Button>
          <Button onClick={() => dispatch({ type: 'align', on: true })}>Adjust the grid</Button>
          <Button onClick={() => onOpen('code')}>To another phone</Button>
          {reader && (
            <Button
              onClick={() => {
                reader.read();
                onClose();
              }}
            >
              Read the words again
            </Button>
          )}
        </div>
        <Button onClick={() => onOpen('again')}>Again</Button>
        <p>Photograph the same table later: what was covered since is marked in one press.</p>
        <Switch label="Spymaster’s view" on={game.isSecret === true} onToggle={toggleSecret} />
        <p>Targets show only while you hold a button: for 10 seconds, and not when the phone lies face down.</p>
        <Switch label="Timer" on={timer.turn !== undefined} onToggle={timer.use} />
        <p>For the team whose turn it is. It sounds when the time is up.</p>
      </Stack>
      <CloseAction onClose={onClose} />
    </Dialog>
  );
}
