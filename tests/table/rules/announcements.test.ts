import { describe, expect, it } from 'vitest';
import type { GameEvent } from '#domain/table/game.ts';
import { overlayCorners } from '#domain/table/geometry.ts';
import { FIRST_SPOKEN_GAME, WORDS, playAndAnnounce } from '#domain/table/announcements.ts';

const photo = { dataUrl: 'data:image/jpeg;base64,AAAA', width: 400, height: 400 };
const corners = overlayCorners(photo, 'square');
const cell = { row: 1, column: 2 };
const TO_USED: GameEvent[] = [
  { type: 'restored', board: undefined },
  { type: 'photo-taken', photo, corners, grid: '5x5' },
  { type: 'use-photo' },
];

function wordsAfter(...events: GameEvent[]): string {
  return events.reduce(playAndAnnounce, FIRST_SPOKEN_GAME).words;
}

describe('playAndAnnounce', () => {
  it('says what to do at each stage', () => {
    expect(FIRST_SPOKEN_GAME.words).toBe('');
    expect(wordsAfter(...TO_USED.slice(0, 1))).toBe(WORDS.live);
    expect(wordsAfter(...TO_USED.slice(0, 2))).toBe(WORDS.taken);
    expect(wordsAfter(...TO_USED.slice(0, 2), { type: 'board-missed', from: corners })).toBe(WORDS.missed);
    const found: GameEvent = { type: 'board-found', from: corners, corners: overlayCorners(photo, 'wide') };
    expect(wordsAfter(...TO_USED.slice(0, 2), found)).toBe(WORDS.found);
    expect(wordsAfter(...TO_USED)).toBe(WORDS.used);
    expect(wordsAfter(...TO_USED.slice(0, 2), { type: 'try-again' })).toBe(WORDS.live);
    expect(wordsAfter({ type: 'restored', board: { photo, corners, marks: {} } })).toBe(WORDS.back);
    expect(wordsAfter(...TO_USED, { type: 'start-over' })).toBe(WORDS.deleted);
  });

  const choose: GameEvent = { type: 'tool-tapped', tool: 'red-target' };
  const tap: GameEvent = { type: 'cell-tapped', cell };

  it('says what became of a tap', () => {
    expect(wordsAfter(...TO_USED, choose)).toBe(WORDS.chosen);
    expect(wordsAfter(...TO_USED, choose, choose)).toBe(WORDS.unchosen);
    expect(wordsAfter(...TO_USED, tap)).toBe(WORDS.chooseFirst);
    expect(wordsAfter(...TO_USED, choose, tap)).toBe('Row 2, column 3: red target.');
    expect(wordsAfter(...TO_USED, { type: 'tool-tapped', tool: 'eraser' })).toBe(WORDS.eraserChosen);
    expect(wordsAfter(...TO_USED, choose, tap, { type: 'tool-tapped', tool: 'eraser' }, tap)).toBe(
      'Row 2, column 3: not marked.',
    );
    expect(wordsAfter(...TO_USED, choose, tap, { type: 'undo' })).toBe(WORDS.undone);
  });

  it('says why the choice is gone, and nothing when there was none', () => {
    expect(wordsAfter(...TO_USED, choose, { type: 'idle' })).toBe(WORDS.idle);
    expect(wordsAfter(...TO_USED, { type: 'idle' })).toBe(WORDS.used);
    expect(wordsAfter(...TO_USED, { type: 'undo' })).toBe(WORDS.used);
  });

  it('says nothing of what does not belong to the stage', () => {
    for (const event of [tap, choose, { type: 'idle' }, { type: 'undo' }, { type: 'align', on: true }] as const) {
      expect(wordsAfter(...TO_USED.slice(0, 1), event), `${event.type} before the camera`).toBe(WORDS.live);
      expect(wordsAfter(...TO_USED.slice(0, 2), event), `${event.type} before the photo is used`).toBe(WORDS.taken);
    }
    const startedOver = [...TO_USED, { type: 'start-over' }, tap] as const;
    expect(wordsAfter(...startedOver), 'the last words stay').toBe(WORDS.deleted);
    for (const event of TO_USED) expect(wordsAfter(...TO_USED, choose, event), event.type).toBe(WORDS.chosen);
  });

  it('accompanies the alignment without a word for every pixel', () => {
    const align: GameEvent = { type: 'align', on: true };
    expect(wordsAfter(...TO_USED, align)).toBe(WORDS.align);
    expect(wordsAfter(...TO_USED, align, { type: 'corner-moved', index: 0, to: { x: 0.1, y: 0.1 } })).toBe(WORDS.align);
    expect(wordsAfter(...TO_USED, align, { type: 'align', on: false })).toBe(WORDS.aligned);
  });
});

const read = (...sure: boolean[]): GameEvent => ({
  type: 'words-read',
  of: photo,
  words: Object.fromEntries(sure.map((isSure, column) => [`0-${column}`, { text: 'ANCHOR', isSure }])),
});

describe('words and keys of a board', () => {
  it('says how many words were read, and how many of them are doubtful', () => {
    const set: GameEvent = { type: 'corner-moved', index: 0, to: { x: 0.1, y: 0.1 } };
    const ten = Array.from({ length: 10 }, () => true);
    expect(wordsAfter(...TO_USED, set, read(...ten))).toBe('10 of 25 words read.');
    expect(wordsAfter(...TO_USED, set, read(...ten, false))).toBe('11 of 25 words read, 1 of them doubtful.');
    expect(wordsAfter(...TO_USED, set, read(true, false))).toBe(
      '2 of 25 words read, 1 of them doubtful. The grid may be off: adjust it.',
    );
    expect(wordsAfter(...TO_USED, read(...ten)), 'under a grid that nobody set').toBe(
      '10 of 25 words read, 10 of them doubtful.',
    );
  });

  it('says a corrected word, or that there is none', () => {
    expect(wordsAfter(...TO_USED, { type: 'word-corrected', cell, text: 'BISHOP' })).toBe('Row 2, column 3: BISHOP.');
    expect(wordsAfter(...TO_USED, { type: 'word-corrected', cell, text: '' })).toBe('Row 2, column 3: no word.');
  });

  it('says what a key card and a second photo have marked', () => {
    const marks = { '0-0': 'red-target' } as const;
    expect(wordsAfter(...TO_USED, { type: 'key-used', marks })).toBe(WORDS.keyUsed);
    expect(wordsAfter(...TO_USED, { type: 'covers-used', marks })).toBe(WORDS.coversUsed);
  });

  it('says whether targets show, and whose key does', () => {
    expect(wordsAfter(...TO_USED, { type: 'secret', on: true })).toBe(WORDS.secretOn);
    expect(wordsAfter(...TO_USED, { type: 'secret', on: false })).toBe(WORDS.secretOff);
    const board = { photo, corners, marks: {}, grid: 'duet' } as const;
    expect(wordsAfter({ type: 'restored', board }, { type: 'other-side' })).toBe('The key of side B shows.');
  });

  it('says nothing of a board that is found too late', () => {
    const late: GameEvent = { type: 'board-found', from: overlayCorners(photo, 'wide'), corners };
    expect(wordsAfter(...TO_USED.slice(0, 2), late)).toBe(WORDS.taken);
    expect(wordsAfter(...TO_USED.slice(0, 2), { type: 'grid-chosen', grid: '5x4' })).toBe(WORDS.taken);
    expect(wordsAfter(...TO_USED, late)).toBe(WORDS.used);
  });
});
