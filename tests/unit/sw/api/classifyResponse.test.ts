import { describe, expect, it } from 'vitest';
import { classifyResponse, type ReceivedResponse } from '../../../../sw/api/classifyResponse.ts';

const REVOCATION = JSON.stringify({ valid: false, message: 'No', code: 'credential-refused' });

function received(over: Partial<ReceivedResponse>): ReceivedResponse {
  return { status: 200, contentType: 'application/json; charset=utf-8', redirected: false, body: '[]', ...over };
}

describe('what a response is', () => {
  it('takes what was asked for', () => {
    expect(classifyResponse('albums', received({}))).toBe('valid');
    expect(classifyResponse('key-check', received({ body: '{"valid":true}' }))).toBe('valid');
  });

  it('takes a 401 with the code as the revocation, and nothing else', () => {
    expect(classifyResponse('albums', received({ status: 401, body: REVOCATION }))).toBe('revoked');
    expect(classifyResponse('key-check', received({ status: 401, body: REVOCATION }))).toBe('revoked');
    const untrusted: Partial<ReceivedResponse>[] = [
      { status: 401, body: '{"message":"Proxy login"}' },
      { status: 401, contentType: 'text/html', body: REVOCATION },
      { status: 401, redirected: true, body: REVOCATION },
      { status: 403, body: REVOCATION },
      { status: 404, body: REVOCATION },
      { status: 200, body: REVOCATION },
    ];
    for (const entry of untrusted)
      expect(classifyResponse('albums', received(entry)), JSON.stringify(entry)).toBe('untrusted');
  });

  it.each([403, 404, 407, 429, 500, 502, 503, 504, 304, 206])('does not believe a %i', (status) => {
    expect(classifyResponse('albums', received({ status }))).toBe('untrusted');
  });

  it('does not believe a portal', () => {
    expect(classifyResponse('albums', received({ contentType: 'text/html', body: '<h1>Log in</h1>' }))).toBe(
      'untrusted',
    );
    expect(classifyResponse('albums', received({ contentType: 'application/json', body: '<h1>Log in</h1>' }))).toBe(
      'untrusted',
    );
    expect(classifyResponse('albums', received({ body: '{"portal":true}' }))).toBe('untrusted');
    expect(classifyResponse('albums', received({ contentType: 'text/x-application/json' }))).toBe('untrusted');
    expect(classifyResponse('key-check', received({ body: '{"valid":"true"}' }))).toBe('untrusted');
    expect(classifyResponse('albums', received({ body: '[{"id":"1","na' }))).toBe('untrusted');
  });
});
