import { CODENAMES } from '#contract/storageKeys.ts';
import { FIRST_GRID, type Grid, GRIDS } from '#domain/table/board.ts';
import styles from './GridChoice.module.css';

const NAMES: Readonly<Record<Grid, string>> = { '5x5': 'Words 5×5', '5x4': 'Pictures 5×4', duet: 'Duet' };

interface GridChoiceProps {
  grid: Grid;
  onChoose: (grid: Grid) => void;
}

/** Which game lies on the table. Stored on the device, because people play the same game all evening. */
export function GridChoice({ grid, onChoose }: GridChoiceProps) {
  const choose = (chosen: string) => {
    const next = gridOf(chosen);
    try {
      localStorage.setItem(CODENAMES.grid, next);
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    onChoose(next);
  };
  return (
    <label className={styles.choice}>
      Game
      <select className={styles.select} value={grid} onChange={(event) => choose(event.target.value)}>
        {GRIDS.map((each) => (
          <option key={each} value={each}>
            {NAMES[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

export function storedGrid(): Grid {
  try {
    return gridOf(localStorage.getItem(CODENAMES.grid));
  } catch {
    return FIRST_GRID;
  }
}

function gridOf(stored: string | null): Grid {
  return GRIDS.find((grid) => grid === stored) ?? FIRST_GRID;
}
