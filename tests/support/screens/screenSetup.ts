import { cleanup, configure, prettyDOM } from '@testing-library/react';
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

/** An error that shows the page. It draws the page when it is read: those of a wait's earlier looks never are. */
function pageError(message: string | null, page: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  let text: string | undefined;
  const get = () => (text ??= [message, prettyDOM(page)].join('\n\n'));
  return Object.defineProperty(error, 'message', { get, configurable: true });
}

// The second that is the default is short for a real server on a busy machine; nothing here is about speed.
configure({ asyncUtilTimeout: 10_000, getElementError: pageError });

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
