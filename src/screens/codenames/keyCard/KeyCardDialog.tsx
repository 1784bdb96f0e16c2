import { type Dispatch, useState } from 'react';
import type { BoardPhoto, GameEvent, Used } from '#domain/codenames/game.ts';
import { keyMarks } from '#domain/codenames/keyCard/keyMarks.ts';
import type { KeyColour } from '#domain/codenames/keyCard/readKey.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { KeyCamera } from './KeyCamera.tsx';
import { KeyReview } from './KeyReview.tsx';

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
        <KeyReview photo={photo} onUse={use} onTryAgain={() => setPhoto(undefined)} onClose={onClose} />
      ) : (
        <KeyCamera of="the key card" onPhoto={setPhoto} onClose={onClose} />
      )}
    </Dialog>
  );
}
