import { useLayoutEffect, type RefObject } from 'react';

/**
 * Shows the dialog as the platform's modal: the rest of the page is inert, the focus stays inside, Escape cancels. The
 * focus is on the dialog itself at first, so that Space and Enter press no button by accident; in the end it returns to
 * the element that had it.
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
      // The page below becomes visible again in this same commit of React's, and cannot be focused before its end.
      queueMicrotask(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, [ref]);
}
