import { describe, expect, it } from 'vitest';
import { type RequestFacts, ruleFor } from '#sw/routes.ts';
import { API_PATHS, imagePath } from '#contract/paths.ts';

const OWN = 'https://photos.home';

function ask(path: string, over: Partial<RequestFacts> = {}) {
  const url = new URL(path, OWN).href;
  return ruleFor({ method: 'GET', url, isNavigation: false, apiKey: null, hasAuthorization: false, ...over }, OWN);
}

describe('which rule a request falls under', () => {
  it.each(['/', '/codenames'])('starts %s from its own stored page', (path) => {
    expect(ask(path, { isNavigation: true })).toEqual({ kind: 'shell', page: path });
  });

  it.each(['/circuit-tree', '/circuit-tree/', '/circuit-tree/clock', '/circuit-tree/photos/caf%C3%A9'])(
    'starts %s from the stored shell of the kiosk',
    (path) => expect(ask(`${path}?apiKey=k`, { isNavigation: true })).toEqual({ kind: 'shell', page: '/circuit-tree' }),
  );

  it.each(['/admin', '/admin/photos/x', '/test/nodes-socket'])('asks the server alone for %s', (path) => {
    expect(ask(path, { isNavigation: true })).toEqual({ kind: 'live-page' });
  });

  it.each([
    ['/administrator', '/'],
    ['/admin/unknown', '/'],
    ['/circuit-tree/unknown', '/circuit-tree'],
    ['/circuit-tree/photos/a/b', '/circuit-tree'],
    ['/codenames2', '/'],
    ['/codenames/x', '/codenames'],
    ['/photos/a', '/'],
    ['/users/a/b/c', '/'],
  ])('asks the server for %s, which is no page', (path, page) =>
    expect(ask(`${path}?apiKey=k`, { isNavigation: true })).toEqual({ kind: 'unknown-page', page }),
  );

  it.each([
    '/photos/a/medium/x.jpg',
    '/photos/a/thumbnail/x.jpg',
    '/photos/albums',
    '/photos/albums/7/photos',
    '/users',
    '/users/anybody',
    '/health',
    '/environment.js',
    '/frame?apiKey=k',
    '/frame/',
  ])('leaves the navigation to %s, which the server has, to the browser', (path) =>
    expect(ask(path, { isNavigation: true })).toEqual({ kind: 'not-ours' }),
  );

  it('leaves pages of another origin to the browser, whatever their path', () => {
    expect(ask('https://other.example/circuit-tree', { isNavigation: true })).toEqual({ kind: 'not-ours' });
    expect(ask('https://other.example/admin', { isNavigation: true })).toEqual({ kind: 'not-ours' });
    expect(ask('https://other.example/unknown', { isNavigation: true })).toEqual({ kind: 'not-ours' });
  });

  it('takes no album for an image', () => {
    expect(ask('/photos/albums/medium/x.jpg')).toEqual({ kind: 'not-ours' });
  });

  it('stores the reader of words, and nobody else’s', () => {
    expect(ask('/reader/7.0.0-eng1/worker.min.js')).toEqual({ kind: 'reader' });
    expect(ask('https://other.example/reader/7.0.0-eng1/worker.min.js')).toEqual({ kind: 'not-ours' });
    expect(ask('/my/reader/')).toEqual({ kind: 'not-ours' });
  });

  it('takes the key of a check out of its path, byte for byte', () => {
    for (const apiKey of ['1e5', 'a+b', 'a b', '12345678901234567890', 'käse/=']) {
      expect(ask(API_PATHS.checkApiKey(apiKey))).toEqual({ kind: 'api-call', apiKey, name: 'key-check' });
    }
  });

  it('stores album responses for a key only, never for a signed-in person', () => {
    const albums = { kind: 'api-call', apiKey: 'k', name: 'albums' };
    expect(ask('/photos/albums', { apiKey: 'k' })).toEqual(albums);
    expect(ask('/photos/albums', { hasAuthorization: true })).toEqual({ kind: 'signed-in-call' });
    expect(ask('/photos/albums', { apiKey: 'k', hasAuthorization: true })).toEqual({ kind: 'signed-in-call' });
    expect(ask('/photos/albums')).toEqual({ kind: 'not-ours' });
    expect(ask('/photos/albums', { apiKey: 'k', method: 'POST' })).toEqual({ kind: 'not-ours' });
  });

  it('tells an album alone from an album with its descendants', () => {
    const own = ask(API_PATHS.albumPhotos('7'), { apiKey: 'k' });
    const whole = ask(`${API_PATHS.albumPhotos('7')}?includeChildAlbums=true`, { apiKey: 'k' });
    expect(own).toEqual({ kind: 'api-call', apiKey: 'k', name: 'albums/7/photos' });
    expect(whole).toEqual({ kind: 'api-call', apiKey: 'k', name: 'albums/7/photos?includeChildAlbums=true' });
  });

  it('stores the outline of a long album, whatever the time zone, and no other part of it', () => {
    const outline = ask(`${API_PATHS.albumOutline('7')}?timeZone=Europe%2FZurich`, { apiKey: 'k' });
    expect(outline).toEqual({ kind: 'api-call', apiKey: 'k', name: 'albums/7/outline' });
    expect(ask(`${API_PATHS.albumPart('7')}?from=200`, { apiKey: 'k' })).toEqual({ kind: 'not-ours' });
  });

  it('knows the images of any asset origin, and their album', () => {
    const path = imagePath({ albumSlug: '日本', filename: 'a b.jpg' }, 'medium');
    expect(ask(path)).toEqual({ kind: 'image', albumSlug: '日本' });
    expect(ask(`https://cdn.example/base${path}`)).toEqual({ kind: 'image', albumSlug: '日本' });
    expect(ask('/photos/x/thumbnail/y.webp')).toEqual({ kind: 'image', albumSlug: 'x' });
    expect(ask('/photos/x/original/y.webp')).toEqual({ kind: 'not-ours' });
    expect(ask('/photos/%E0%A4%A/medium/y.jpg')).toEqual({ kind: 'not-ours' });
    expect(ask('/photos/x/medium/%E0%A4%A')).toEqual({ kind: 'not-ours' });
  });

  it('leaves everything else to the browser', () => {
    for (const path of ['/health', '/users', '/auth/dev/user', '/socket.io/?EIO=4', '/assets/x.js', '/sw.js']) {
      expect(ask(path)).toEqual({ kind: 'not-ours' });
    }
    expect(ask('/environment.js')).toEqual({ kind: 'environment' });
    expect(ask('https://other.example/environment.js')).toEqual({ kind: 'not-ours' });
  });
});
