import { areTooFew, type Cell, cellKey, cellName, cellsOf, roleWords } from './board.ts';
import { FIRST_GAME, type Game, type GameEvent, play, type Used } from './game.ts';

/** The one line under the board: the last event, or the next thing to do. Screen readers get the same line. */
export const WORDS = {
  /** There is nothing to say yet while the stored board is being loaded. */
  restoring: '',
  live: 'Fit the board into the grid.',
  taken: 'Drag the corners if the grid is off.',
  missed: 'The board was not found: set its four corners.',
  found: 'The board is found. Drag the corners if the grid is off.',
  used: 'Choose a role, then tap its cells.',
  back: 'Your board is back. Choose a role to go on.',
  chosen: 'Now tap the cells.',
  eraserChosen: 'Now tap the cells to clear.',
  chooseFirst: 'Choose a role first.',
  unchosen: 'Nothing chosen.',
  idle: 'Choice cleared after 30 seconds.',
  undone: 'Undone.',
  keyUsed: 'The words of the key card are marked.',
  coversUsed: 'What was covered since is marked.',
  secretOn: 'Targets are hidden. Hold the button to see them.',
  secretOff: 'Targets show all the time.',
  gridOff: 'The grid may be off: adjust it.',
  align: 'Drag the corners onto the board.',
  aligned: 'The grid is set.',
  deleted: 'The board is deleted. Fit the next one into the grid.',
} as const;

interface SpokenGame {
  game: Game;
  words: string;
}

export const FIRST_SPOKEN_GAME: SpokenGame = { game: FIRST_GAME, words: WORDS.restoring };

export function playAndAnnounce({ game, words }: SpokenGame, event: GameEvent): SpokenGame {
  const next = play(game, event);
  return { game: next, words: wordsAfter(game, event, next) ?? words };
}

function wordsAfter(before: Game, event: GameEvent, after: Game): string | undefined {
  if (before.stage === 'used' && after.stage === 'used') return wordsWhileMarking(before, event, after);
  if (event.type === 'board-found' && before !== after) return WORDS.found;
  if (event.type === 'board-missed' && before !== after) return WORDS.missed;
  return before.stage === after.stage ? undefined : wordsOfStage(event, after);
}

function wordsOfStage(event: GameEvent, { stage }: Game): string {
  if (event.type === 'start-over') return WORDS.deleted;
  if (event.type === 'restored' && stage === 'used') return WORDS.back;
  return WORDS[stage];
}

function wordsWhileMarking(before: Used, event: GameEvent, after: Used): string | undefined {
  switch (event.type) {
    case 'tool-tapped':
      if (!after.tool) return WORDS.unchosen;
      return after.tool === 'eraser' ? WORDS.eraserChosen : WORDS.chosen;
    case 'cell-tapped':
      return after.tool ? cellWords(after, event.cell) : WORDS.chooseFirst;
    case 'idle':
      return before.tool ? WORDS.idle : undefined;
    case 'undo':
      return before === after ? undefined : WORDS.undone;
    case 'align':
      return after.aligning ? WORDS.align : WORDS.aligned;
    case 'key-used':
      return WORDS.keyUsed;
    case 'covers-used':
      return WORDS.coversUsed;
    case 'secret':
      return event.on ? WORDS.secretOn : WORDS.secretOff;
    case 'other-side':
      return `The key of side ${after.side} shows.`;
    case 'words-read':
      return before === after ? undefined : readWords(after);
    case 'word-corrected':
      return `${capital(cellName(event.cell))}: ${event.text || 'no word'}.`;
    case 'restored':
    case 'photo-taken':
    case 'grid-chosen':
    case 'board-found':
    case 'board-missed':
    case 'try-again':
    case 'use-photo':
    case 'corner-moved':
    case 'start-over':
      break;
  }
  return undefined;
}

function cellWords({ marks }: Used, cell: Cell): string {
  const role = marks[cellKey(cell)];
  return `${capital(cellName(cell))}: ${role ? roleWords(role) : 'not marked'}.`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function readWords({ words, grid }: Used): string {
  const read = Object.values(words);
  const doubtful = read.filter(({ isSure }) => !isSure).length;
  const sentence = `${read.length} of ${cellsOf(grid).length} words read${doubtful > 0 ? `, ${doubtful} of them doubtful` : ''}.`;
  return areTooFew(words, grid) ? `${sentence} ${WORDS.gridOff}` : sentence;
}
