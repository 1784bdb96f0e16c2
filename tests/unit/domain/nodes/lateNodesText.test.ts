import { expect, it } from 'vitest';
import { lateNodesText } from '../../../../src/domain/nodes/lateNodesText.ts';

it.each([
  [0, 1, 'The node is on time'],
  [0, 4, 'All 4 nodes are on time'],
  [1, 1, '1 of 1 node is late'],
  [2, 14, '2 of 14 nodes are late'],
])('%i of %i: %s', (late, total, text) => {
  expect(lateNodesText(late, total)).toBe(text);
});
