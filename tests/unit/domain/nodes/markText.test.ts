import { expect, test } from 'vitest';
import { markText } from '../../../../src/domain/nodes/markText.ts';

test.each([
  [{ isMuted: true, isTold: true, isAcknowledged: true }, 'muted'],
  [{ isMuted: false, isTold: true, isAcknowledged: true }, 'acknowledged'],
  [{ isMuted: false, isTold: true, isAcknowledged: false }, undefined],
])('%o', (mark, text) => expect(markText({ nodeId: 'a', ...mark })).toBe(text));
