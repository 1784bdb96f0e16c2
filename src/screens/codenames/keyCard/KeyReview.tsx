import { useState } from 'react';
import { CELLS } from '#domain/codenames/board.ts';
import type { BoardPhoto } from '#domain/codenames/game.ts';
import { KEY_TURNS, type KeyTurn, turnedKey } from '#domain/codenames/keyCard/keyMarks.ts';
import { keyDoubts, keySummary } from '#domain/codenames/keyCard/keyWords.ts';
import type { KeyColour } from '#domain/codenames/keyCard/readKey.ts';
import { Button } from '#src/ui/Button.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { lookForKey } from '../looking/look.ts';
import { useReading } from '../looking/useReading.ts';
import { GridCorners } from '../review/GridCorners.tsx';
import styles from './KeyCard.module.css';
import { KeySquares } from './KeySquares.tsx';

interface KeyReviewProps {
  photo: BoardPhoto;
  onUse: (colours: readonly KeyColour[]) => void;
  onTryAgain: () => void;
  onClose: () => void;
}

const ARROWS: Record<KeyTurn, string> = { up: '↑', right: '→', down: '↓', left: '←' };
const INDEXES = CELLS.map((_, index) => index);

/** The squares of the key card as they were read, beside its photo, and which of its sides lies at the top of the board. */
export function KeyReview({ photo, onUse, onTryAgain, onClose }: KeyReviewProps) {
  const { corners, isFound, reading, move } = useReading(photo, lookForKey);
  const [turn, setTurn] = useState<KeyTurn>('up');
  const places = turnedKey(INDEXES, turn);
  const colours = reading && turnedKey(reading.colours, turn);
  const doubtful = new Set(reading?.doubtful);
  return (
    <div className={styles.parts}>
      <div className={styles.pair}>
        <div className={styles.photo}>
          <GridCorners photo={photo} corners={corners} onMove={move} />
        </div>
        {colours && <KeySquares colours={colours} isDoubtful={(index) => doubtful.has(places[index] ?? -1)} />}
      </div>
      <output className={styles.said}>
        {!corners && <span>Looking for the squares…</span>}
        {corners && !isFound && <span>The squares were not found. Drag the corners onto them.</span>}
        {reading && <span>{keySummary(reading)}</span>}
        {reading && keyDoubts(reading, places).map((doubt) => <span key={doubt}>{doubt}</span>)}
      </output>
      <fieldset className={styles.turns}>
        <legend>The side of the key card that is at the top</legend>
        {KEY_TURNS.map((each) => (
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
      </fieldset>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={onTryAgain}>Another photo</Button>
        <Button variant="primary" disabled={!colours} onClick={() => colours && onUse(colours)}>
          Use this key
        </Button>
      </DialogActions>
    </div>
  );
}
