import { expect, test } from 'vitest';
import { qrForTerminal } from '#server/core/addresses/qrCode.ts';

const ADDRESS = 'https://192.168.1.20/#sign-in-link=0123456789abcdef';

/** The width of a line on the screen: without the codes that colour it. */
function widthOf(line: string): number {
  // oxlint-disable-next-line no-control-regex -- terminals begin their codes with this very character.
  return line.replaceAll(/\u001B\[[\d;]*m/g, '').length;
}

test('a code is printed where the window holds its lines, else a sentence that says so', () => {
  const widths = qrForTerminal(ADDRESS).split('\n').map(widthOf);
  const [width = 0] = widths;
  expect(new Set(widths)).toEqual(new Set([width]));
  expect(widths.length).toBeGreaterThan(10);
  expect(qrForTerminal(ADDRESS, width)).toBe(qrForTerminal(ADDRESS));
  expect(qrForTerminal(ADDRESS, width - 1)).toMatch(/too narrow for a QR code/);
});
