import { describe, expect, it } from 'vitest';
import { chooseWord, tidied, type Reading } from '#domain/table/reading/chooseWord.ts';

const NONE: ReadonlySet<string> = new Set();

function reading(text: string, confidence: number, isCut = false): Reading {
  return { text, confidence, isCut };
}

describe('chooseWord', () => {
  it('is sure where both lines of a card agree', () => {
    expect(chooseWord([reading('ANCHOR\n', 60), reading('anchor', 70)], NONE)).toEqual({
      text: 'ANCHOR',
      isSure: true,
    });
  });

  it('is sure of one line alone only where the reader is, and no letter can be missing', () => {
    expect(chooseWord([reading('ANCHOR', 96)], NONE)).toEqual({ text: 'ANCHOR', isSure: true });
    expect(chooseWord([reading('ANCHOR', 90)], NONE)).toEqual({ text: 'ANCHOR', isSure: false });
    expect(chooseWord([reading('ANCH', 96, true)], NONE)).toEqual({ text: 'ANCH', isSure: false });
    expect(chooseWord([reading('AX', 96)], NONE)).toEqual({ text: 'AX', isSure: false });
  });

  it('takes the line that has more letters of the same word', () => {
    expect(chooseWord([reading('IGHT TRAI', 91, true), reading('NIGHT TRAIN', 95)], NONE)?.text).toBe('NIGHT TRAIN');
  });

  it('doubts two lines that differ', () => {
    expect(chooseWord([reading('ROOT', 95), reading('BOOT', 94)], NONE)?.isSure).toBe(false);
  });

  it('prefers words that somebody confirmed', () => {
    const remembered = new Set(['SNAIL', 'BOOT']);
    expect(chooseWord([reading('ROOT', 95), reading('BOOT', 80)], remembered)).toEqual({ text: 'BOOT', isSure: true });
    expect(chooseWord([reading('SMARL', 73)], remembered), 'two letters off').toEqual({ text: 'SMARL', isSure: false });
    expect(chooseWord([reading('SNAIK', 73)], remembered)).toEqual({ text: 'SNAIL', isSure: false });
    expect(chooseWord([reading('SNAILS', 73)], remembered)).toEqual({ text: 'SNAIL', isSure: false });
  });

  it('finds no word in a stroke or in nothing', () => {
    expect(chooseWord([], NONE)).toBeUndefined();
    expect(chooseWord([reading('I', 92), reading('', 0), reading('LI', 3)], NONE)).toBeUndefined();
  });
});

describe('tidied', () => {
  it('keeps capitals, and single spaces between them', () => {
    expect(tidied('  ice\n cream| ')).toBe('ICE CREAM');
    expect(tidied('über-see')).toBe('ÜBER-SEE');
  });
});
