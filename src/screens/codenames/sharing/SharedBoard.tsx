import type { Used } from '#domain/codenames/game.ts';
import { encodedGame, GAME_HASH } from '#domain/codenames/sharing/gameCode.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { QrCode } from '#src/ui/qrCode/QrCode.tsx';
import styles from './SharedBoard.module.css';

/** The most that one code holds, so that any camera reads it from a screen. */
const MOST_BYTES = 400;

/** One QR code with the marks and words, but without the photo. No server sees it. */
export function SharedBoard({ game, onClose }: { game: Used; onClose: () => void }) {
  const address = `${location.origin}/codenames${GAME_HASH}${encodedGame(game)}`;
  return (
    <Dialog title="To another phone" onClose={onClose}>
      {address.length <= MOST_BYTES ? (
        <>
          <QrCode text={address} label="The board as a QR code" className={styles.code} />
          <p>
            Its camera opens the same board: words and marks without the photo. Whoever sees this code sees the key.
          </p>
        </>
      ) : (
        <p>The words are too long for one code. Shorten some in the list.</p>
      )}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
