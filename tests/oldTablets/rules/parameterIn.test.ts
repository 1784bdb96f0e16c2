import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parameterIn } from '#domain/oldTablets/parameterIn.ts';

it('reads addresses as URLSearchParams does', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('apiKey', 'slideshow', 'api key'), text), { maxLength: 6 }),
      (pairs) => {
        const params = new URLSearchParams(pairs);
        expect(parameterIn(`?${params.toString()}`, 'apiKey')).toBe(params.getAll('apiKey').at(-1) ?? '');
      },
    ),
  );
});

it.each([
  ['', ''],
  ['?', ''],
  ['?apiKey', ''],
  ['?apiKey=a%2Bb', 'a+b'],
  ['?apiKey=1e5&slideshow=true', '1e5'],
  ['?xapiKey=1', ''],
  ['?apiKeys', ''],
  ['?apiKey=a+b', 'a b'],
  ['apiKey=a?b', 'a?b'],
  ['?apiKey=100%', '100%'],
])('in %j it is %j', (search, value) => expect(parameterIn(search, 'apiKey')).toBe(value));
