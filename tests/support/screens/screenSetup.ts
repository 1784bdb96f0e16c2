import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { dismissAllToasts } from '#src/admin/shell/toasts.ts';

// jsdom cannot scroll; the router and the grid of photos do.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// jsdom knows the element but not how to open it.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// The second that is the default is short for a real server on a busy machine; nothing here is about speed.
configure({ asyncUtilTimeout: 10_000 });

/** A test fails when console.error speaks; one that expects it mocks console.error itself. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  // Files share one loaded app: the toast of a failure stays until somebody puts it away.
  dismissAllToasts();
  localStorage.clear();
  sessionStorage.clear();
  const spoken = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(spoken, 'console.error was called').toEqual([]);
});
