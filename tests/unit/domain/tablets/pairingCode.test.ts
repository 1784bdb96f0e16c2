import { expect, test } from 'vitest';
import { isPairingCode, spacedCode, typedCode } from '../../../../src/domain/tablets/pairingCode.ts';

test.each(['ABCDEF', 'abcdef', ' abc def ', 'AbC-dEf', 'a b\tc d e f'])('%j means ABCDEF', (typed) => {
  expect(typedCode(typed)).toBe('ABCDEF');
});

test.each(['ABCDEF', 'ZZZZZZ'])('%s may be on a screen', (code) => {
  expect(isPairingCode(code)).toBe(true);
});

test.each(['', 'ABCDE', 'ABCDEFG', 'ABCDE1', 'ABCDEI', 'ABCDEO', 'abcdef', 'ABCDÉF'])('%j is on no screen', (code) => {
  expect(isPairingCode(code)).toBe(false);
});

test('letters are shown in two groups', () => {
  expect(spacedCode('ABCDEF')).toBe('ABC DEF');
});
