import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// jsdom has neither; the router calls the first, the virtualised grid measures with the second.
window.scrollTo = () => undefined;

/** A test fails when console.error speaks; one that expects it mocks console.error itself. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  const spoken = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(spoken, 'console.error was called').toEqual([]);
});
