import { expect, test } from 'vitest';
import { createPlainComments, refusedOpening } from '#scripts/lint/plainComments.ts';

function lineComment(line: number, value: string) {
  return { type: 'Line', value, loc: { start: { line }, end: { line } } };
}

/** The lines at which the rule reports these comments. */
function reported(comments: ReturnType<typeof lineComment>[]): number[] {
  const lines: number[] = [];
  const rule = createPlainComments({
    sourceCode: { getAllComments: () => comments },
    report: ({ loc }) => lines.push(loc.start.line),
  });
  rule.Program();
  return lines;
}

test.each([
  ['* What waits for the disk. ', 'What'],
  ['*\n * Whoever lost the response asks again.\n ', 'Whoever'],
  [' Of a photo that is gone.', 'Of'],
  [' To be called when a page is opened.', 'To be called'],
  [' How long a photo stays.', 'How'],
])('a comment does not begin with a headless clause: %j', (comment, opening) => {
  expect(refusedOpening(comment)).toBe(opening);
});

test.each([
  ' The time that a photo stays.',
  '* Returns a stop function. ',
  ' Office hours of the tablet.',
  ' Sorted by name.',
])('a sentence that says what the thing is may stay: %j', (comment) => expect(refusedOpening(comment)).toBeUndefined());

test('a line that goes on with a sentence may begin with any word, and one after a gap may not', () => {
  expect(reported([lineComment(1, ' The image is the one'), lineComment(2, ' of the album.')])).toEqual([]);
  expect(reported([lineComment(1, ' The image.'), lineComment(3, ' Of the album.')])).toEqual([3]);
});
