import { expect, it } from 'vitest';
import { isShellResponse } from '#sw/shell/shellResponse.ts';

function response(type: string, status = 200) {
  return new Response('x', { status, headers: type === '' ? {} : { 'Content-Type': type } });
}

it.each([
  ['/assets/index.js', 'text/javascript; charset=utf-8'],
  ['/assets/index.js?v=1', 'application/JavaScript'],
  ['/assets/index.css', 'text/css'],
  ['/index.html', 'text/html; charset=utf-8'],
  ['/logo.svg', 'image/svg+xml'],
  ['/circuit-tree', 'text/html'],
  ['/photos.js/page', 'text/html'],
  ['/fonts/a.woff2', 'font/woff2'],
])('%s as %s is stored', (path, type) => {
  expect(isShellResponse(`https://photos.home${path}`, response(type))).toBe(true);
});

it.each([
  ['/assets/index.js', 'text/html'],
  ['/assets/index.css', 'text/html'],
  ['/assets/index.css', 'x-text/css'],
  ['/index.html', 'application/json'],
  ['/index.html', 'x-text/html'],
  ['/logo.svg', 'text/html'],
  ['/logo.svg', 'x-image/svg+xml'],
  ['/assets/index.js', ''],
])('%s as %s is not: a portal has put a page of its own in its place', (path, type) => {
  expect(isShellResponse(`https://photos.home${path}`, response(type))).toBe(false);
});

it('nothing but a plain 200 is stored', () => {
  expect(isShellResponse('https://photos.home/circuit-tree', response('text/html', 404))).toBe(false);
  expect(isShellResponse('https://photos.home/circuit-tree', response('text/html', 206))).toBe(false);
  const redirected = response('text/html');
  Object.defineProperty(redirected, 'redirected', { value: true });
  expect(isShellResponse('https://photos.home/circuit-tree', redirected)).toBe(false);
});
