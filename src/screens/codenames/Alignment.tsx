import type { Dispatch } from 'react';
import type { BoardPhoto, GameEvent } from '../../domain/codenamesGame.ts';
import type { Corners } from '../../domain/codenamesGeometry.ts';
import { GridCorners } from './GridCorners.tsx';
import { PhotoView } from './PhotoView.tsx';
import styles from './stage.module.css';

interface AlignmentProps {
  game: { photo: BoardPhoto; corners: Corners };
  dispatch: Dispatch<GameEvent>;
}

/** The whole photo, with the grid ready to be laid on a slanted board. */
export function Alignment({ game, dispatch }: AlignmentProps) {
  return (
    <div className={styles.picture}>
      <PhotoView photo={game.photo}>
        <GridCorners
          photo={game.photo}
          corners={game.corners}
          onMove={(index, to) => dispatch({ type: 'corner-moved', index, to })}
        />
      </PhotoView>
    </div>
  );
}
