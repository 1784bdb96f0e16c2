import { describe, expect, it, test } from 'vitest';
import { drawnCodeIn, offerIn, photosIn, topLevelIds, resultOf } from '#domain/oldTablets/responses.ts';

describe('resultOf', () => {
  it.each([
    [200, [], 'fine'],
    [401, { message: 'no', code: 'credential-refused' }, 'refused'],
    [401, { message: 'no', code: 'credential-unknown' }, 'unknown'],
  ])('%i with %j is %s', (status, body, result) => expect(resultOf({ status, body })).toBe(result));

  it.each([
    [0, undefined],
    // A hotspot's own page.
    [200, undefined],
    [401, { message: 'no' }],
    [401, undefined],
    [403, { code: 'credential-refused' }],
    [502, { code: 'credential-unknown' }],
    [404, {}],
  ])('%i with %j says nothing of the key', (status, body) => expect(resultOf({ status, body })).toBe('failed'));
});

describe('offerIn', () => {
  it('takes letters and secret, and nothing else', () => {
    const offer = { code: 'ABCDEF', secret: 's' };
    expect(offerIn({ ...offer, expiresAt: 'soon' })).toEqual(offer);
    for (const body of [undefined, '<html>', { code: 'ABCDEF' }, { secret: 's' }])
      expect(offerIn(body)).toBeUndefined();
  });
});

test.each([
  [{ guestCode: { url: 'u', drawn: { svg: '<svg/>', words: 'Send' } } }, { svg: '<svg/>', words: 'Send' }],
  [{ guestCode: { url: 'u' } }, { svg: '', words: '' }],
  [undefined, { svg: '', words: '' }],
])('the drawn code in %j', (body, drawn) => expect(drawnCodeIn(body)).toEqual(drawn));

describe('topLevelIds', () => {
  it('leaves out albums below others, and what is no album', () => {
    const body = [{ id: 'a' }, { id: 'b', parentSlug: 'a' }, { name: 'no id' }, null, 'text'];
    expect(topLevelIds(body)).toEqual(['a']);
    expect(topLevelIds({ message: 'no list' })).toEqual([]);
  });
});

describe('photosIn', () => {
  it('keeps what is shown, and leaves out clips, hidden photos and what is none', () => {
    const photo = { filename: 'a.jpg', albumSlug: 'years' };
    const worded = { ...photo, caption: 'A', takenAt: '2024-07-05T21:00:00' };
    const body = [
      { ...worded, width: 3, version: 2, clip: { seconds: 3, width: 4, height: 3, bytes: 9 } },
      { ...photo, caption: '' },
      { ...photo, hidden: true },
      { filename: 'b.jpg' },
      null,
    ];
    expect(photosIn(body)).toEqual([worded, photo]);
    expect(photosIn(undefined)).toEqual([]);
  });
});
