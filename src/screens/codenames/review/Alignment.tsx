import type { Dispatch } from 'react';
import type { BoardPhoto, GameEvent } from '../../../domain/codenames/game.ts';
import type { Corners } from '../../../domain/codenames/geometry.ts';
import { GridCorners } from './GridCorners.tsx';
import { PhotoView } from '../board/PhotoView.tsx';
import styles from '../board/stage.module.css';

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
