import { useEffect } from 'react';
import { isArrowKey, nextBox } from '#domain/focusMove.ts';

const CONTROLS = 'a[href], button, summary, [tabindex]';

/** The controls that can be seen and reached: those of the modal dialog that covers the page, or of the page. */
function controls(): HTMLElement[] {
  const dialogs = document.querySelectorAll('dialog[open]');
  const area = dialogs[dialogs.length - 1] ?? document;
  return [...area.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) =>
      control.tabIndex >= 0 &&
      !control.matches(':disabled') &&
      control.getClientRects().length > 0 &&
      getComputedStyle(control).visibility === 'visible',
  );
}

/** The control at which a remote control begins: the first of the page's content, not its logo or its bar. */
function firstOf(all: HTMLElement[]): HTMLElement | undefined {
  return all.find((control) => control.closest('main, dialog') && !control.closest('h1')) ?? all[0];
}

function moveFocus(event: KeyboardEvent): void {
  const { key, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (!isArrowKey(key) || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
  const all = controls();
  const from = document.activeElement;
  const isLost = from === null || from === document.body;
  const others = all.filter((control) => control !== from);
  const next = isLost
    ? firstOf(all)
    : others[
        nextBox(
          key,
          from.getBoundingClientRect(),
          others.map((other) => other.getBoundingClientRect()),
        ) ?? -1
      ];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Lets the arrow keys move the focus on every kiosk screen, since a television's remote control has no Tab. */
export function useArrowKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', moveFocus);
    return () => document.removeEventListener('keydown', moveFocus);
  }, []);
}
