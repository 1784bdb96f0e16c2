import { CELLS, cellKey, type Cell, type Marks, type Role } from '../board.ts';
import type { KeyColour } from '../keyCard/readKey.ts';
import type { CoverReading } from './readCovers.ts';

const ROLES: Readonly<Record<KeyColour, Role>> = {
  red: 'red-found',
  blue: 'blue-found',
  bystander: 'neutral',
  assassin: 'assassin-target',
};

interface CoverProposal {
  /** The cells that get another mark. */
  news: readonly { cell: Cell; role: Role }[];
  /** Cells that may be covered, or by another colour: nothing is proposed for them. */
  doubtful: readonly Cell[];
  marks: Marks;
}

/** The marks of a board after agents' cards were laid onto it. A cell that is marked as found stays. */
export function coverMarks({ covers, doubtful }: CoverReading, marks: Marks): CoverProposal {
  const open = CELLS.flatMap((cell, index) => {
    const before = marks[cellKey(cell)];
    const cover = covers[index];
    const isNews =
      cover !== undefined && ROLES[cover] !== before && (before === undefined || before.endsWith('target'));
    return isNews ? [{ cell, role: ROLES[cover], isDoubtful: doubtful.includes(index) }] : [];
  });
  const news = open.filter(({ isDoubtful }) => !isDoubtful).map(({ cell, role }) => ({ cell, role }));
  return {
    news,
    doubtful: open.filter(({ isDoubtful }) => isDoubtful).map(({ cell }) => cell),
    marks: { ...marks, ...Object.fromEntries(news.map(({ cell, role }) => [cellKey(cell), role])) },
  };
}
