import { useLayoutEffect, type RefObject } from 'react';

/**
 * The platform's own modal: the rest of the page is inert, the focus stays inside, Escape cancels. The focus begins on
 * the dialog itself, so that Space and Enter press nothing by accident, and goes back to what had it.
 */
export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const opener = document.activeElement;
    const { style } = document.documentElement;
    const overflow = style.overflow;
    dialog.showModal();
    dialog.focus();
    style.overflow = 'hidden';
    return () => {
      style.overflow = overflow;
      dialog.close();
      // What the dialog covered is made visible again in this same commit; before its end it could not be focused.
      queueMicrotask(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, [ref]);
}
