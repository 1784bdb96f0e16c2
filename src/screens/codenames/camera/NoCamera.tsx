import { useState } from 'react';
import type { BoardPhoto } from '#domain/codenames/game.ts';
import { Button } from '#src/ui/Button.tsx';
import stage from '../board/stage.module.css';
import { isCameraHidden } from './camera.ts';
import { ChoosePhoto } from './ChoosePhoto.tsx';
import styles from './NoCamera.module.css';

interface NoCameraProps {
  onPhoto: (photo: BoardPhoto) => void;
  onAskAgain: () => void;
}

/** Shown in place of the live view: not an error message, but a way to go on with an existing photo. */
export function NoCamera({ onPhoto, onAskAgain }: NoCameraProps) {
  const [hidden] = useState(isCameraHidden);
  return (
    <>
      <div className={`${stage.picture} ${styles.picture}`} data-no-grid="">
        <div className={styles.card}>
          <svg className={styles.drawing} viewBox="0 0 64 48" aria-hidden="true">
            <rect x="2" y="2" width="60" height="44" rx="6" />
            <path d="M2 34L20 20L34 32L46 24L62 36" />
            <circle cx="45" cy="13" r="4.5" />
          </svg>
          <p>A photo of the board will do just as well.</p>
          {hidden && <p className={styles.hint}>The live view needs an address that begins with https.</p>}
        </div>
      </div>
      <div className={stage.controls}>
        <ChoosePhoto onPhoto={onPhoto} />
        {!hidden && (
          <Button variant="quiet" onClick={onAskAgain}>
            Ask for the camera
          </Button>
        )}
      </div>
    </>
  );
}
