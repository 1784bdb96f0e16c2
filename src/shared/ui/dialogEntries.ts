import {
  type ParsedLocation,
  type RouterHistory,
  useNavigate,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { useCallback } from 'react';

/*
 * Each open dialog has an entry of the browser's history, with the address of its page: Back closes the dialog and stays
 * on the page. A dialog that is closed in another way takes its entry back, and a navigation begins only when all entries
 * of dialogs are gone, so that none of them is left without its dialog.
 */

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether opening a dialog made this history entry, whose address opens it. */
    dialogOpened?: boolean;
    /** Marks the entries of dialogs that lie over the entry of the page with this key. */
    dialogs?: { over: string; count: number };
  }
}

interface OpenDialog {
  close: () => void;
}

/** The open dialogs with entries of their own, the lowest first. */
const open: OpenDialog[] = [];

/** The router's history while there are such dialogs, and a function that stops listening to it. */
let watched: { history: RouterHistory; end: () => void } | undefined;

/** Set while this module goes through the history by itself. */
let traversal: { arrived: () => void; done: Promise<void> } | undefined;

/** The navigations that begin at the moment; meanwhile no entry is added. */
let leaving = 0;

/** Gives an open dialog its entry; `close` is called on Back. Returns a function for when the dialog is closed. */
export function addDialogEntry(history: RouterHistory, close: () => void): () => void {
  watch(history);
  const dialog = { close };
  open.push(dialog);
  settleSoon();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    settleSoon();
  };
}

/** Takes back the entries of all dialogs. Resolves when the browser is at the entry of the page itself. */
export async function leaveDialogEntries(): Promise<void> {
  leaving += 1;
  // Dialogs that are still open get new entries after the navigation.
  const stay = () => {
    leaving -= 1;
    settle();
  };
  try {
    await traversal?.done;
    await traverse(-entriesHere());
  } finally {
    setTimeout(stay);
  }
}

/**
 * For a dialog that the address opens: whether opening it made the present entry, and a function that closes it. A link
 * that opens the dialog on its page has the state `dialogOpened`.
 */
export function useDialogInAddress(): { hasEntry: boolean; close: () => void } {
  const hasEntry = useRouterState({ select: (state) => state.location.state.dialogOpened ?? false });
  const { history } = useRouter();
  const navigate = useNavigate();
  const close = useCallback(() => {
    if (hasEntry) void leaveDialogEntries().then(() => history.back());
    else void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  }, [hasEntry, history, navigate]);
  return { hasEntry, close };
}

function watch(history: RouterHistory): void {
  if (watched?.history === history) return;
  watched?.end();
  const endBlock = history.block({
    blockerFn: async ({ action }) => {
      if (action === 'PUSH' || action === 'REPLACE') await leaveDialogEntries();
      return false;
    },
    enableBeforeUnload: false,
  });
  watched = { history, end: endBlock };
}

/** The state of the browser's present entry. */
function presentState(): Partial<ParsedLocation['state']> | null {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the router and this module write it, with these fields
  return window.history.state;
}

/** The number of entries of dialogs, up to the present one. */
function entriesHere(): number {
  const state = presentState();
  // The key tells the entries of dialogs from an entry of the router whose state was copied from one.
  return state?.dialogs && state.dialogs.over === state.__TSR_key ? state.dialogs.count : 0;
}

/** After React's commit: of two dialogs in turn, the second one uses the entry of the first. */
function settleSoon(): void {
  queueMicrotask(settle);
}

/** Makes the entries as many as the dialogs. */
function settle(): void {
  if (traversal || leaving > 0) return;
  watched?.history.flush();
  const extra = entriesHere() - open.length;
  if (extra > 0) void traverse(-extra).then(settle);
  else if (extra < 0) addEntry();
  else if (open.length === 0) {
    watched?.end();
    watched = undefined;
  }
}

function addEntry(): void {
  const state = presentState();
  if (!state?.__TSR_key) return;
  const dialogs = { over: state.__TSR_key, count: entriesHere() + 1 };
  // Not by the router, which has nothing to load for it.
  History.prototype.pushState.call(window.history, { ...state, dialogs }, '');
  settle();
}

/** Safari leaves out a traversal that comes at the same time as another; nothing may wait for it forever. */
const TRAVERSAL_TIMEOUT_MS = 1_000;

async function traverse(steps: number): Promise<void> {
  if (steps === 0) return;
  const { promise, resolve } = settledLater();
  traversal = { arrived: resolve, done: promise };
  const timer = setTimeout(resolve, TRAVERSAL_TIMEOUT_MS);
  if (watched) watched.history.go(steps, { ignoreBlocker: true });
  else window.history.go(steps);
  await promise;
  clearTimeout(timer);
  traversal = undefined;
}

/** Like Promise.withResolvers, which old browsers lack. */
function settledLater(): { promise: Promise<void>; resolve: () => void } {
  const later: { resolve?: () => void } = {};
  const promise = new Promise<void>((resolve) => {
    later.resolve = resolve;
  });
  return { promise, resolve: () => later.resolve?.() };
}

function onPop(): void {
  if (traversal) {
    traversal.arrived();
    return;
  }
  // The topmost first.
  const first = entriesHere();
  for (let at = open.length - 1; at >= first; at -= 1) open[at]?.close();
  // Forward leads to an entry whose dialog is closed: it is left again.
  settleSoon();
}

window.addEventListener('popstate', onPop);
// A reload closes the dialogs, and leaves the page at their entry.
settleSoon();
