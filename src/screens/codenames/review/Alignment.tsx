import type { Dispatch } from 'react';
import type { BoardPhoto, GameEvent } from '#domain/codenames/game.ts';
import type { Corners } from '#domain/codenames/geometry.ts';
import styles from '../board/stage.module.css';
import { GridCorners } from './GridCorners.tsx';

interface AlignmentProps {
  game: { photo: BoardPhoto; corners: Corners };
  dispatch: Dispatch<GameEvent>;
}

/** The whole photo, and over it the grid, whose corners can be dragged onto a board photographed at an angle. */
export function Alignment({ game, dispatch }: AlignmentProps) {
  return (
    <div className={styles.picture}>
      <GridCorners
        photo={game.photo}
        corners={game.corners}
        onMove={(index, to) => dispatch({ type: 'corner-moved', index, to })}
      />
    </div>
  );
}
