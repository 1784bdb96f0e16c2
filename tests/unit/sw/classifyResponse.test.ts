import { describe, expect, it } from 'vitest';
import { isRealImage, classifyResponse, type Answered } from '../../../sw/classifyResponse.ts';

const REFUSAL = JSON.stringify({ valid: false, message: 'No', code: 'credential-refused' });

function answered(over: Partial<Answered>): Answered {
  return { status: 200, contentType: 'application/json; charset=utf-8', redirected: false, body: '[]', ...over };
}

function image(status: number, type: string) {
  return new Response('x', { status, headers: { 'Content-Type': type } });
}

describe('whose word an answer is', () => {
  it('takes what was asked for', () => {
    expect(classifyResponse('albums', answered({}))).toBe('good');
    expect(classifyResponse('key-check', answered({ body: '{"valid":true}' }))).toBe('good');
  });

  it('takes a 401 with the code as the refusal, and nothing else', () => {
    expect(classifyResponse('albums', answered({ status: 401, body: REFUSAL }))).toBe('refused');
    expect(classifyResponse('key-check', answered({ status: 401, body: REFUSAL }))).toBe('refused');
    const strays: Partial<Answered>[] = [
      { status: 401, body: '{"message":"Proxy login"}' },
      { status: 401, contentType: 'text/html', body: REFUSAL },
      { status: 401, redirected: true, body: REFUSAL },
      { status: 403, body: REFUSAL },
      { status: 404, body: REFUSAL },
      { status: 200, body: REFUSAL },
    ];
    for (const stray of strays)
      expect(classifyResponse('albums', answered(stray)), JSON.stringify(stray)).toBe('stray');
  });

  it.each([403, 404, 407, 429, 500, 502, 503, 504, 304, 206])('does not believe a %i', (status) => {
    expect(classifyResponse('albums', answered({ status }))).toBe('stray');
  });

  it('does not believe a portal', () => {
    expect(classifyResponse('albums', answered({ contentType: 'text/html', body: '<h1>Log in</h1>' }))).toBe('stray');
    expect(classifyResponse('albums', answered({ contentType: 'application/json', body: '<h1>Log in</h1>' }))).toBe(
      'stray',
    );
    expect(classifyResponse('albums', answered({ body: '{"portal":true}' }))).toBe('stray');
    expect(classifyResponse('key-check', answered({ body: '{"valid":"true"}' }))).toBe('stray');
    expect(classifyResponse('albums', answered({ body: '[{"id":"1","na' }))).toBe('stray');
  });

  it('stores real images only', () => {
    expect(isRealImage(image(200, 'image/jpeg'))).toBe(true);
    expect(isRealImage(image(200, 'IMAGE/WEBP'))).toBe(true);
    expect(isRealImage(image(200, 'text/html'))).toBe(false);
    expect(isRealImage(image(200, 'x-image/jpeg'))).toBe(false);
    expect(isRealImage(new Response(new Uint8Array(3)))).toBe(false);
    expect(isRealImage(image(206, 'image/jpeg'))).toBe(false);
    expect(isRealImage(image(404, 'image/png'))).toBe(false);
    expect(isRealImage(Response.error())).toBe(false);
  });
});
