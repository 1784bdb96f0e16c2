import { CELLS, cellKey, cellName, type Role } from '#domain/codenames/board.ts';
import type { KeyColour } from '#domain/codenames/keyCard/readKey.ts';
import { RoleMark } from '../marking/RoleMark.tsx';
import styles from './KeyCard.module.css';

const ROLES: Record<KeyColour, Role> = {
  red: 'red-target',
  blue: 'blue-target',
  bystander: 'neutral',
  assassin: 'assassin-target',
};

interface KeySquaresProps {
  colours: readonly KeyColour[];
  isDoubtful: (index: number) => boolean;
}

/** The key as it would lie on the board, square by square for a screen reader too. */
export function KeySquares({ colours, isDoubtful }: KeySquaresProps) {
  return (
    <ol className={styles.squares} aria-label="Key">
      {CELLS.map((cell, index) => {
        const colour = colours[index] ?? 'bystander';
        return (
          <li
            key={cellKey(cell)}
            className={styles.square}
            data-role={ROLES[colour]}
            data-doubtful={isDoubtful(index) || undefined}
          >
            <span className={styles.spoken}>
              {cellName(cell)}, {isDoubtful(index) ? 'perhaps ' : ''}
              {colour}
            </span>
            {colour !== 'bystander' && <RoleMark role={ROLES[colour]} className={styles.mark} />}
          </li>
        );
      })}
    </ol>
  );
}
