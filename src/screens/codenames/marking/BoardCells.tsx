import { type KeyboardEvent, useRef, useState } from 'react';
import { type Cell, CELLS, cellKey, type Marks, neighbour, type Words } from '#domain/codenames/board.ts';
import type { Rectangle } from '#domain/codenames/framing.ts';
import type { Corners } from '#domain/codenames/geometry.ts';
import { BoardCell } from './BoardCell.tsx';
import styles from './BoardCells.module.css';

interface BoardCellsProps {
  corners: Corners;
  view: Rectangle;
  marks: Marks;
  words: Words;
  onTap: (cell: Cell) => void;
}

const FIRST_CELL = '0-0';

/** 25 buttons that are one stop for the Tab key; the arrow keys move the focus from cell to cell. */
export function BoardCells({ corners, view, marks, words, onTap }: BoardCellsProps) {
  const board = useRef<HTMLFieldSetElement>(null);
  const [current, setCurrent] = useState(FIRST_CELL);

  const move = (event: KeyboardEvent, cell: Cell) => {
    const next = neighbour(cell, event.key);
    if (!next) return;
    event.preventDefault();
    board.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(next)}"]`)?.focus();
  };

  return (
    <fieldset ref={board} className={styles.cells} aria-label="Board">
      {CELLS.map((cell) => {
        const key = cellKey(cell);
        return (
          <BoardCell
            key={key}
            cell={cell}
            corners={corners}
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
