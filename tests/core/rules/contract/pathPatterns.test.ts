import { describe, expect, it } from 'vitest';
import { firstSegment, matchPath, matchPathEnd, pathOf } from '#contract/pathPatterns.ts';

describe('a path made from its pattern', () => {
  it('holds the parameters, encoded', () => {
    expect(pathOf('/health', {})).toBe('/health');
    expect(pathOf('/users/:id/permissions', { id: '7' })).toBe('/users/7/permissions');
    const named = { albumSlug: '日本', filename: 'a b:/?#%.jpg' };
    expect(pathOf('/photos/:albumSlug/medium/:filename', named)).toBe(
      '/photos/%E6%97%A5%E6%9C%AC/medium/a%20b%3A%2F%3F%23%25.jpg',
    );
  });

  it('is not misled by a parameter that looks like a pattern or a replacement', () => {
    expect(pathOf('/:a/:b', { a: ':b', b: '$&' })).toBe('/%3Ab/%24%26');
  });
});

describe('a path held against a pattern', () => {
  it('gives the parameters as they stand in the path', () => {
    expect(matchPath('/a/:x/b/:y', '/a/%20/b/1')).toEqual({ x: '%20', y: '1' });
    expect(matchPath('/', '/')).toEqual({});
    expect(matchPath('/a/b', '/a/b')).toEqual({});
  });

  it.each([
    ['/a/:x', '/a'],
    ['/a/:x', '/a/'],
    ['/a/:x', '/a/1/'],
    ['/a/:x', '/a/1/2'],
    ['/a/:x', '/b/1'],
    ['/a/:x', 'x/a/1'],
    ['/a', '/a/'],
    ['/a', '/A'],
    ['/a', '/ab'],
    ['/', '//'],
    ['/', ''],
  ])('%s is not %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeUndefined();
  });

  it('may begin with something else where only the end counts', () => {
    expect(matchPathEnd('/photos/:id', '/photos/1')).toEqual({ id: '1' });
    expect(matchPathEnd('/photos/:id', '/base/api/photos/1')).toEqual({ id: '1' });
    expect(matchPathEnd('/photos/:id', '/base-photos/1')).toBeUndefined();
    expect(matchPathEnd('/photos/:id', '/photos/1/2')).toBeUndefined();
    expect(matchPathEnd('/photos/:id', '/photos/1/')).toBeUndefined();
    expect(matchPathEnd('/photos/:id', '/1')).toBeUndefined();
    expect(matchPathEnd('/photos/albums', 'photos/albums')).toEqual({});
  });
});

it('the first segment of a path', () => {
  expect(firstSegment('/photos/albums/1')).toBe('/photos');
  expect(firstSegment('/health')).toBe('/health');
  expect(firstSegment('/')).toBe('/');
  expect(firstSegment('')).toBe('/');
});
