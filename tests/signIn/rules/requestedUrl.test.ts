import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { destinationFrom } from '#domain/signIn/requestedUrl.ts';

describe('destinationFrom', () => {
  it.each([
    '/admin',
    '/admin/photos/summer-2024',
    '/admin/photos?dialog=new-album',
    '/admin/users#end',
    '/circuit-tree?apiKey=a%2Bb',
    '/circuit-tree?next=%2F%2Fother.example',
    '/codenames',
    '/admin?discount=100%',
    '/%25/a%2',
  ])('follows %j', (path) => {
    expect(destinationFrom(path)).toBe(path);
  });

  it.each([
    undefined,
    '',
    '/',
    '/?error=x',
    'admin',
    './admin',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/admin\r\nSet-Cookie: a=b',
    '/\u0000/evil.example',
    '/\u0085/evil.example',
    'https://evil.example/admin',
    'https:evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '%2F%2Fevil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%255Cevil.example',
    '/%252525252Fevil.example',
    '/%09/evil.example',
    '/%0a%2fevil.example',
    '/x/..//evil.example',
    '/x/%2e%2e//evil.example',
    '/.//evil.example',
    'http://origin.invalid/admin',
    '@evil.example',
  ])('goes to the admin home instead of %j', (hostile) => {
    expect(destinationFrom(hostile)).toBe('/admin');
  });

  it('never leaves the origin, whatever comes', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '..',
      '.',
      '%2F',
      '%5c',
      '%09',
      'evil.example',
      ':',
      '@',
      '?',
      '#',
      'a',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const destination = destinationFrom(parts.join(''));
        return new URL(destination, 'https://here.example/').origin === 'https://here.example';
      }),
      { numRuns: 2_000 },
    );
  });
});
