import type { KeyboardEvent } from 'react';
import { cellKey, markedCellName } from '../../../domain/codenames/board.ts';
import type { Cell, Role } from '../../../domain/codenames/board.ts';
import { boundingBox, cellCorners, projection, within } from '../../../domain/codenames/geometry.ts';
import type { Corners, Point } from '../../../domain/codenames/geometry.ts';
import type { Rectangle } from '../../../domain/codenames/framing.ts';
import styles from './BoardCell.module.css';
import { percent } from '../board/PhotoView.tsx';
import { RoleMark } from './RoleMark.tsx';

interface BoardCellProps {
  cell: Cell;
  corners: Corners;
  view: Rectangle;
  role: Role | undefined;
  /** By the Tab key. */
  reachable: boolean;
  onFocus: () => void;
  onTap: () => void;
  onKey: (event: KeyboardEvent) => void;
}

/** Where the badge sits in its cell: off the middle and the foot, where cards have their word. */
const BADGE: Point = { x: 0.5, y: 0.26 };

/** A button of the cell's own shape: what is cut away is neither seen nor hit. */
export function BoardCell({ cell, corners, view, role, reachable, onFocus, onTap, onKey }: BoardCellProps) {
  const quad = cellCorners(corners, cell).map((corner) => within(view, corner));
  const box = boundingBox(quad);
  const outline = quad.map((corner) => within(box, corner));
  const badge = within(box, within(view, projection(cellCorners(corners, cell))(BADGE.x, BADGE.y)));

  return (
    <button
      type="button"
      className={styles.cell}
      style={{
        left: percent(box.x),
        top: percent(box.y),
        width: percent(box.width),
        height: percent(box.height),
        clipPath: `polygon(${outline.map(({ x, y }) => `${percent(x)} ${percent(y)}`).join(',')})`,
      }}
      data-cell={cellKey(cell)}
      data-role={role}
      aria-label={markedCellName(cell, role)}
      tabIndex={reachable ? 0 : -1}
      onFocus={onFocus}
      onClick={onTap}
      onKeyDown={onKey}
    >
      <svg className={styles.shape} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <polygon className={styles.tint} points={outline.map(({ x, y }) => `${x},${y}`).join(' ')} />
        <polygon className={styles.ring} points={outline.map(({ x, y }) => `${x},${y}`).join(' ')} />
      </svg>
      {role && (
        <span className={styles.badge} style={{ left: percent(badge.x), top: percent(badge.y) }}>
          <RoleMark role={role} className={styles.mark} />
        </span>
      )}
    </button>
  );
}
