import { expect, it } from 'vitest';
import { cellKey, CELLS, type CardWord, type Marks, type Role, ROLES, rolesOf } from '#domain/table/board.ts';
import { decodedGame, encodedGame, GAME_HASH, type SharedGame } from '#domain/table/sharing/gameCode.ts';

function gameOf(text: (index: number) => string) {
  const marks: Record<string, Role> = {};
  const words: Record<string, CardWord> = {};
  CELLS.forEach((cell, index) => {
    const role = ROLES[index % 7];
    if (role) marks[cellKey(cell)] = role;
    words[cellKey(cell)] = { text: text(index), isSure: index % 3 > 0 };
  });
  return { marks, words };
}

it('comes out as it went in, with letters of other languages too', () => {
  const game = gameOf((index) => ['ICE CREAM', "O'NEIL", 'ÜBERSEE', 'X-RAY', 'ST. JOHN', 'NUL\0L'][index % 6] ?? '');
  expect(decodedGame(encodedGame(game))).toEqual({ ...game, grid: '5x5' });
  expect(decodedGame(encodedGame({ marks: {}, words: {} }))).toStrictEqual({ marks: {}, words: {}, grid: '5x5' });
});

it('fits into a code of 400 bytes with its address, with 25 words of nine letters', () => {
  expect(encodedGame(gameOf(() => 'HONEYMOON')).length).toBeLessThan(300);
});

it('opens a code of an older app, whose boards are all of 5 by 5', () => {
  expect(decodedGame('JwuGh8gAAAAAAAAAAAAAAAGA')).toEqual({
    grid: '5x5',
    marks: { '0-0': 'red-target', '4-4': 'neutral' },
    words: { '0-0': { text: 'ANCHOR', isSure: true } },
  });
});

const key = (from: number): Marks =>
  Object.fromEntries(
    CELLS.map((cell, index) => [cellKey(cell), rolesOf('duet')[(index + from) % 4] ?? 'neutral'] as const),
  );

it('carries Pictures, and both keys of Duet, within 400 bytes', () => {
  const { words } = gameOf(() => 'HONEYMOON');
  const pictures: SharedGame = { grid: '5x4', marks: { '0-0': 'red-target', '3-4': 'neutral' }, words: {} };
  expect(decodedGame(encodedGame(pictures))).toStrictEqual(pictures);
  for (const side of ['A', 'B'] as const) {
    const duet: SharedGame = { grid: 'duet', side, marks: key(0), otherKey: key(1), words };
    expect(decodedGame(encodedGame(duet))).toStrictEqual(duet);
    expect(`https://a-home.with-a-long-name.example/codenames${GAME_HASH}${encodedGame(duet)}`.length).toBeLessThan(
      400,
    );
  }
});

it('takes nothing else for a game', () => {
  const code = encodedGame(gameOf(() => 'LEMON'));
  for (const wrong of ['', 'x', '!!', code.slice(0, 40), `${code.slice(0, 20)}ü${code.slice(21)}`])
    expect(decodedGame(wrong), wrong).toBeUndefined();
});
