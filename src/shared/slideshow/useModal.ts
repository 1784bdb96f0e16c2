import { useLayoutEffect, type RefObject } from 'react';

/**
 * Shows the dialog as the platform's modal: the rest of the page is inert, the focus stays inside, Escape cancels. At
 * first the focus is on the dialog itself, so that Space and Enter press no button by accident. When the dialog is
 * closed, the focus returns to the element that had it before.
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
      // The page below becomes visible in the same React commit, and cannot be focused before the commit has ended.
      queueMicrotask(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, [ref]);
}
