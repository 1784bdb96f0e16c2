import { type Dispatch, useCallback, useState } from 'react';
import { coverMarks } from '#domain/table/again/readCovers.ts';
import { cellKey, cellName, roleWords } from '#domain/table/board.ts';
import type { BoardPhoto, GameEvent, Used } from '#domain/table/game.ts';
import type { Corners } from '#domain/table/geometry.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import styles from '#src/table/keyCard/KeyCard.module.css';
import { KeyCamera, takeLostFocus } from '#src/table/keyCard/KeyCamera.tsx';
import { lookForCovers } from '#src/table/looking/look.ts';
import { useReading } from '#src/table/looking/useReading.ts';
import { RoleMark } from '#src/table/marking/RoleMark.tsx';
import { GridCorners } from '#src/table/review/GridCorners.tsx';

interface AgainDialogProps {
  game: Used;
  dispatch: Dispatch<GameEvent>;
  onClose: () => void;
}

/** A second photo of the same table: proposes the cards that were covered since. */
export function AgainDialog({ game, dispatch, onClose }: AgainDialogProps) {
  const [photo, setPhoto] = useState<BoardPhoto>();
  return (
    <Dialog title="Again" onClose={onClose}>
      {photo ? (
        <AgainReview
          photo={photo}
          game={game}
          dispatch={dispatch}
          onTryAgain={() => setPhoto(undefined)}
          onClose={onClose}
        />
      ) : (
        <KeyCamera of="the table again" grid={game.grid} onPhoto={setPhoto} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface AgainReviewProps extends AgainDialogProps {
  photo: BoardPhoto;
  onTryAgain: () => void;
}

function AgainReview({ photo, game, dispatch, onTryAgain, onClose }: AgainReviewProps) {
  const { photo: firstPhoto, corners: firstCorners, grid } = game;
  const read = useCallback(
    (later: BoardPhoto, corners: Corners) =>
      lookForCovers({ photo: firstPhoto, corners: firstCorners, grid }, { photo: later, corners, grid }),
    [firstPhoto, firstCorners, grid],
  );
  const { corners, isFound, reading, isReading, move } = useReading({ photo, grid }, read);
  const proposal = reading && coverMarks(reading, game.marks);
  const news = proposal?.news ?? [];
  const take = () => {
    if (proposal) dispatch({ type: 'covers-used', marks: proposal.marks });
    onClose();
  };
  return (
    <Stack>
      <div className={styles.photo}>
        <GridCorners
          photo={photo}
          grid={grid}
          corners={corners}
          areWanted={corners !== undefined && !isFound}
          onMove={move}
        />
      </div>
      <Stack as="output" gap={1} className={styles.findings}>
        {!corners && <span>Looking for the board…</span>}
        {corners && !isFound && <span>The board was not found. Drag the corners onto it.</span>}
        {corners && isReading && <span>Comparing the two photos…</span>}
        {isFound && !isReading && !reading && <span>This does not look like the same table.</span>}
        {reading && news.length === 0 && <span>No card was covered since.</span>}
        {proposal && proposal.doubtful.length > 0 && (
          <span>Doubtful, to be marked by hand: {proposal.doubtful.map(cellName).join('; ')}.</span>
        )}
      </Stack>
      {news.length > 0 && (
        <Stack as="ul" gap={1} className={styles.findings} aria-label="Covered since">
          {news.map(({ cell, role }) => (
            <Row key={cellKey(cell)} as="li" wrap={false}>
              <RoleMark role={role} className={styles.mark} />
              {cellName(cell)}: {game.words[cellKey(cell)]?.text} {roleWords(role)}
            </Row>
          ))}
        </Stack>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button ref={takeLostFocus} onClick={onTryAgain}>
          Another photo
        </Button>
        {news.length > 0 && (
          <Button variant="primary" onClick={take}>
            Mark {news.length === 1 ? '1 card' : `${news.length} cards`}
          </Button>
        )}
      </DialogActions>
    </Stack>
  );
}
