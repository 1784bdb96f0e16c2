import { expect, test } from 'vitest';
import { versionText } from '#domain/text/versionText.ts';

test.each([
  ['1.0.0', undefined, '1.0.0'],
  ['1.0.0', null, '1.0.0'],
  ['1.0.0', '4149f4319d6c3a1f4c3b2a190807060504030201', '1.0.0 (4149f43)'],
  ['1.0.0', '4149f43', '1.0.0 (4149f43)'],
  ['1.0.0', '4149f43+', '1.0.0 (4149f43+)'],
])('%s of %s is %s', (version, commit, text) => expect(versionText(version, commit)).toBe(text));
