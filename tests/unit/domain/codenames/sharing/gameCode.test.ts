import { expect, it } from 'vitest';
import { cellKey, CELLS, type CardWord, type Role, ROLES } from '#domain/codenames/board.ts';
import { decodedGame, encodedGame } from '#domain/codenames/sharing/gameCode.ts';

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
  expect(decodedGame(encodedGame(game))).toEqual(game);
  expect(decodedGame(encodedGame({ marks: {}, words: {} }))).toStrictEqual({ marks: {}, words: {} });
});

it('fits into a code of 400 bytes with its address, with 25 words of nine letters', () => {
  expect(encodedGame(gameOf(() => 'HONEYMOON')).length).toBeLessThan(300);
});

it('takes nothing else for a game', () => {
  const code = encodedGame(gameOf(() => 'LEMON'));
  for (const wrong of ['', 'x', '!!', code.slice(0, 40), `${code.slice(0, 20)}ü${code.slice(21)}`])
    expect(decodedGame(wrong), wrong).toBeUndefined();
});
