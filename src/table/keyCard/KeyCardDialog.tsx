import { type Dispatch, useCallback, useState } from 'react';
import { type Grid, CELLS, cellsOf, cellKey, cellName, type Marks, type Role } from '#domain/table/board.ts';
import type { Corners } from '#domain/table/geometry.ts';
import type { BoardPhoto, GameEvent, Used } from '#domain/table/game.ts';
import {
  keyMarks,
  keyTurnsOf,
  type KeyTurn,
  turnedKey,
  keyDoubts,
  keySummary,
  looksLikeKey,
} from '#domain/table/keyCard/keyMarks.ts';
import type { KeyColour } from '#domain/table/keyCard/readKey.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { CloseAction, DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { lookForKey } from '#src/table/looking/look.ts';
import { useReading } from '#src/table/looking/useReading.ts';
import { RoleMark } from '#src/table/marking/RoleMark.tsx';
import { GridCorners } from '#src/table/review/GridCorners.tsx';
import { KeyCamera, takeLostFocus } from './KeyCamera.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';
import styles from './KeyCard.module.css';

interface KeyCardDialogProps {
  game: Used;
  dispatch: Dispatch<GameEvent>;
  onClose: () => void;
}

/** Photographs the key card, shows what was read, and marks the board with it. */
export function KeyCardDialog({ game, dispatch, onClose }: KeyCardDialogProps) {
  const [photo, setPhoto] = useState<BoardPhoto>();
  const use = (colours: readonly KeyColour[]) => {
    dispatch({ type: 'key-used', marks: keyMarks(colours, game.marks) });
    onClose();
  };
  return (
    <Dialog title="Read a key card" onClose={onClose}>
      {photo ? (
        <KeyReview
          photo={photo}
          grid={game.grid}
          onUse={use}
          onTryAgain={() => setPhoto(undefined)}
          onClose={onClose}
        />
      ) : (
        <KeyCamera of="the key card" grid={game.grid} onPhoto={setPhoto} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface KeyReviewProps {
  photo: BoardPhoto;
  grid: Grid;
  onUse: (colours: readonly KeyColour[]) => void;
  onTryAgain: () => void;
  onClose: () => void;
}

const ARROWS: Record<KeyTurn, string> = { up: '↑', right: '→', down: '↓', left: '←' };

/** The squares of the key card as they were read, beside its photo, and the side that is at the top of the board. */
function KeyReview({ photo, grid, onUse, onTryAgain, onClose }: KeyReviewProps) {
  const read = useCallback((of: BoardPhoto, corners: Corners) => lookForKey(of, corners, grid), [grid]);
  const { corners, isFound, reading, isReading, move } = useReading({ photo, grid }, read);
  const [turn, setTurn] = useState<KeyTurn>('up');
  const places = turnedKey([...cellsOf(grid).keys()], turn);
  const colours = reading && turnedKey(reading.colours, turn);
  const doubtful = new Set(reading?.doubtful);
  const isKey = isFound && reading !== undefined && looksLikeKey(reading);
  const areWanted = corners !== undefined && !isFound;
  return (
    <Stack>
      <div className={isKey ? styles.pair : styles.alone}>
        <div className={styles.photo}>
          <GridCorners photo={photo} grid={grid} corners={corners} areWanted={areWanted} onMove={move} />
        </div>
        {isKey && colours && (
          <KeySquares label="Key" colours={colours} isDoubtful={(index) => doubtful.has(places[index] ?? -1)} />
        )}
      </div>
      <Stack as="output" gap={1} className={styles.findings}>
        {!corners && <span>Looking for the squares…</span>}
        {corners && !isFound && <span>The squares were not found. Drag the corners onto them.</span>}
        {isKey && <span>{keySummary(reading)}</span>}
        {isFound && reading && keyDoubts(reading, places).map((doubt) => <span key={doubt}>{doubt}</span>)}
      </Stack>
      <Row as="fieldset" align="stretch" className={styles.turns}>
        <legend>The side of the key card that is at the top</legend>
        {keyTurnsOf(grid).map((each) => (
          <Button
            key={each}
            aria-label={`Key card ${each}`}
            aria-pressed={turn === each}
            variant={turn === each ? 'primary' : 'secondary'}
            onClick={() => setTurn(each)}
          >
            {ARROWS[each]}
          </Button>
        ))}
      </Row>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button ref={takeLostFocus} variant={isKey || isReading ? 'secondary' : 'primary'} onClick={onTryAgain}>
          Another photo
        </Button>
        <Button
          variant={isKey || isReading ? 'primary' : 'secondary'}
          disabled={!colours || !isFound}
          onClick={() => colours && onUse(colours)}
        >
          Use this key
        </Button>
      </DialogActions>
    </Stack>
  );
}

const ROLES: Record<KeyColour, Role> = {
  red: 'red-target',
  blue: 'blue-target',
  green: 'green-target',
  bystander: 'neutral',
  assassin: 'assassin-target',
};

interface KeySquaresProps {
  label: string;
  colours: readonly KeyColour[];
  isDoubtful?: (index: number) => boolean;
}

/** The key as it would be on the board, square by square for a screen reader too. */
function KeySquares({ label, colours, isDoubtful }: KeySquaresProps) {
  return (
    <ol className={styles.squares} aria-label={label}>
      {CELLS.slice(0, colours.length).map((cell, index) => {
        const colour = colours[index] ?? 'bystander';
        return (
          <li
            key={cellKey(cell)}
            className={styles.square}
            data-role={ROLES[colour]}
            data-doubtful={isDoubtful?.(index) || undefined}
          >
            <SpokenOnly>
              {cellName(cell)}, {isDoubtful?.(index) ? 'perhaps ' : ''}
              {colour}
            </SpokenOnly>
            {colour !== 'bystander' && <RoleMark role={ROLES[colour]} className={styles.mark} />}
          </li>
        );
      })}
    </ol>
  );
}

const SIDES = ['A', 'B'] as const;

/** In Duet: both sides' keys side by side, for when the game is over. */
export function BothKeys({ game, onClose }: { game: Used; onClose: () => void }) {
  const keys = game.side === 'B' ? [game.otherKey, game.marks] : [game.marks, game.otherKey];
  return (
    <Dialog title="Both keys" onClose={onClose}>
      <div className={styles.pair}>
        {SIDES.map((side, index) => (
          <Stack key={side}>
            <h3>Side {side}</h3>
            <KeySquares label={`Key of side ${side}`} colours={coloursOf(keys[index] ?? {})} />
          </Stack>
        ))}
      </div>
      <CloseAction onClose={onClose} />
    </Dialog>
  );
}

function coloursOf(marks: Marks): KeyColour[] {
  return CELLS.map((cell) => {
    const role = marks[cellKey(cell)];
    if (role === 'assassin-target') return 'assassin';
    return role?.startsWith('green') ? 'green' : 'bystander';
  });
}
