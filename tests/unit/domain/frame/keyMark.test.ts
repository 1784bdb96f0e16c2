import { expect, it } from 'vitest';
import { keyMark } from '../../../../src/domain/frame/keyMark.ts';

it.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('%j has the FNV-1a hash that its authors published', (key, mark) => expect(keyMark(key)).toBe(mark));
