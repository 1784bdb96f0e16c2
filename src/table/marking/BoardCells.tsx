import { type KeyboardEvent, useRef, useState } from 'react';
import {
  type Cell,
  cellsOf,
  cellKey,
  type Grid,
  type Marks,
  neighbour,
  type Words,
  type CardWord,
  markedCellName,
  type Role,
} from '#domain/table/board.ts';
import type { Rectangle, Point } from '#domain/framing.ts';
import { type Corners, boundingBox, cellCorners, projection, within } from '#domain/table/geometry.ts';
import { percent } from '#src/table/board/elementSize.ts';
import styles from './BoardCells.module.css';
import { RoleMark } from './RoleMark.tsx';

interface BoardCellsProps {
  grid: Grid;
  corners: Corners;
  view: Rectangle;
  marks: Marks;
  words: Words;
  onTap: (cell: Cell) => void;
}

const FIRST_CELL = '0-0';

/** Buttons that are one stop for the Tab key; the arrow keys move the focus from cell to cell. */
export function BoardCells({ grid, corners, view, marks, words, onTap }: BoardCellsProps) {
  const board = useRef<HTMLFieldSetElement>(null);
  const [current, setCurrent] = useState(FIRST_CELL);

  const move = (event: KeyboardEvent, cell: Cell) => {
    const next = neighbour(cell, event.key, grid);
    if (!next) return;
    event.preventDefault();
    board.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(next)}"]`)?.focus();
  };

  return (
    <fieldset ref={board} className={styles.board} aria-label="Board">
      {cellsOf(grid).map((cell) => {
        const key = cellKey(cell);
        return (
          <BoardCell
            key={key}
            cell={cell}
            quad={cellCorners(corners, cell, grid)}
            view={view}
            role={marks[key]}
            word={words[key]}
            reachable={key === current}
            onFocus={() => setCurrent(key)}
            onTap={() => onTap(cell)}
            onKey={(event) => move(event, cell)}
          />
        );
      })}
    </fieldset>
  );
}

interface BoardCellProps {
  cell: Cell;
  /** The cell's corners on the photo. */
  quad: Corners;
  view: Rectangle;
  role: Role | undefined;
  word: CardWord | undefined;
  /** Whether the Tab key stops at this cell. */
  reachable: boolean;
  onFocus: () => void;
  onTap: () => void;
  onKey: (event: KeyboardEvent) => void;
}

/** The badge's place in its cell, above the middle and the foot of a card, where the word is printed. */
const BADGE: Point = { x: 0.5, y: 0.26 };

/** The place of the read word: over the printed one, which is too small to read on a phone. */
const LABEL: Point = { x: 0.5, y: 0.76 };

/** A button cut to the cell's four-sided shape, so that a tap beside it reaches the neighbouring cell. */
function BoardCell({ cell, quad: place, view, role, word, reachable, onFocus, onTap, onKey }: BoardCellProps) {
  const quad = place.map((corner) => within(view, corner));
  const box = boundingBox(quad);
  const outline = quad.map((corner) => within(box, corner));
  const badge = within(box, within(view, projection(place)(BADGE.x, BADGE.y)));
  const label = within(box, within(view, projection(place)(LABEL.x, LABEL.y)));

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
      aria-label={markedCellName(cell, role, word)}
      tabIndex={reachable ? 0 : -1}
      onFocus={onFocus}
      onClick={onTap}
      onKeyDown={onKey}
    >
      <svg className={styles.outline} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <polygon className={styles.tint} points={outline.map(({ x, y }) => `${x},${y}`).join(' ')} />
        <polygon className={styles.ring} points={outline.map(({ x, y }) => `${x},${y}`).join(' ')} />
      </svg>
      {word && <WordLabel word={word} at={label} />}
      {role && (
        <span className={styles.badge} style={{ left: percent(badge.x), top: percent(badge.y) }}>
          <RoleMark role={role} className={styles.mark} />
        </span>
      )}
    </button>
  );
}

/** A letter's width and height, by which the word fits into its cell. */
const LETTER = { width: 13, height: 26 };
const FEWEST_LETTERS = 7;

function WordLabel({ word: { text, isSure }, at }: { word: CardWord; at: Point }) {
  const shown = isSure ? text : `${text}?`;
  const width = Math.max(FEWEST_LETTERS, shown.length + 1) * LETTER.width;
  return (
    <svg
      className={styles.word}
      style={{ left: percent(at.x), top: percent(at.y) }}
      viewBox={`0 0 ${width} ${LETTER.height}`}
      data-doubtful={!isSure || undefined}
      aria-hidden="true"
    >
      <rect className={styles.paper} width={width} height={LETTER.height} rx={4} />
      <text className={styles.letters} x={width / 2} y={19.5} textAnchor="middle">
        {shown}
      </text>
    </svg>
  );
}
