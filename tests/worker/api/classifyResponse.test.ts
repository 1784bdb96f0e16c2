import { describe, expect, it } from 'vitest';
import { classifyResponse, type ReceivedResponse } from '#sw/api/classifyResponse.ts';

const HERE = '3f2a';
const refusal = (said: Record<string, string>) => JSON.stringify({ valid: false, message: 'No', ...said });
const REVOCATION = refusal({ code: 'credential-refused', installation: HERE });

function received(over: Partial<ReceivedResponse>): ReceivedResponse {
  return { status: 200, contentType: 'application/json; charset=utf-8', redirected: false, body: '[]', ...over };
}

const ALBUMS = { name: 'albums', verifiedBy: HERE };
const CHECK = { name: 'key-check', verifiedBy: HERE };

describe('what a response is', () => {
  it('takes what was asked for', () => {
    expect(classifyResponse(ALBUMS, received({}))).toBe('valid');
    expect(classifyResponse(CHECK, received({ body: '{"valid":true}' }))).toBe('valid');
  });

  it('takes an outline with its photos, and no list in its place', () => {
    const outline = { name: 'albums/7/outline', verifiedBy: HERE };
    expect(classifyResponse(outline, received({ body: '{"count":0,"months":[],"photos":[]}' }))).toBe('valid');
    for (const body of ['[]', '{"photos":1}', '{}', 'null']) {
      expect(classifyResponse(outline, received({ body })), body).toBe('untrusted');
    }
  });

  it('takes a 401 with the code as the revocation, and nothing else', () => {
    expect(classifyResponse(ALBUMS, received({ status: 401, body: REVOCATION }))).toBe('revoked');
    expect(classifyResponse(CHECK, received({ status: 401, body: REVOCATION }))).toBe('revoked');
    const untrusted: Partial<ReceivedResponse>[] = [
      { status: 401, body: '{"message":"Proxy login"}' },
      { status: 401, body: '[]' },
      { status: 401, body: 'null' },
      { status: 401, contentType: 'text/html', body: REVOCATION },
      { status: 401, redirected: true, body: REVOCATION },
      { status: 403, body: REVOCATION },
      { status: 404, body: REVOCATION },
      { status: 200, body: REVOCATION },
    ];
    for (const entry of untrusted)
      expect(classifyResponse(ALBUMS, received(entry)), JSON.stringify(entry)).toBe('untrusted');
  });

  it.each([403, 404, 407, 429, 500, 502, 503, 504, 304, 206])('does not believe a %i', (status) => {
    expect(classifyResponse(ALBUMS, received({ status }))).toBe('untrusted');
  });

  it('does not believe a portal', () => {
    expect(classifyResponse(ALBUMS, received({ contentType: 'text/html', body: '<h1>Log in</h1>' }))).toBe('untrusted');
    expect(classifyResponse(ALBUMS, received({ contentType: 'application/json', body: '<h1>Log in</h1>' }))).toBe(
      'untrusted',
    );
    expect(classifyResponse(ALBUMS, received({ body: '{"portal":true}' }))).toBe('untrusted');
    expect(classifyResponse(ALBUMS, received({ contentType: 'text/x-application/json' }))).toBe('untrusted');
    expect(classifyResponse(CHECK, received({ body: '{"valid":"true"}' }))).toBe('untrusted');
    expect(classifyResponse(ALBUMS, received({ body: '[{"id":"1","na' }))).toBe('untrusted');
  });
});

const heard = (said: Record<string, string>, verifiedBy: string | undefined) =>
  classifyResponse({ name: 'key-check', verifiedBy }, received({ status: 401, body: refusal(said) }));
const refused = (installation: string) => ({ code: 'credential-refused', installation });

describe('whose word ends a key', () => {
  it('is that of the installation that verified it, and of no other', () => {
    expect(heard(refused(HERE), HERE)).toBe('revoked');
    expect(heard(refused('another'), HERE)).toBe('unknown');
    expect(heard(refused(''), HERE)).toBe('unknown');
    expect(heard({ code: 'credential-refused' }, HERE)).toBe('unknown');
  });

  it('is that of any installation that names itself, for a key that was verified when none did', () => {
    expect(heard(refused(HERE), undefined)).toBe('revoked');
    // The first release uses these words for an unknown key too.
    expect(heard({ code: 'credential-refused' }, undefined)).toBe('unknown');
  });

  it('is nobody’s who never knew it', () => {
    for (const verifiedBy of [HERE, 'another', undefined]) {
      expect(heard({ code: 'credential-unknown', installation: HERE }, verifiedBy)).toBe('unknown');
      expect(heard({ installation: HERE }, verifiedBy)).toBe('untrusted');
    }
  });
});
