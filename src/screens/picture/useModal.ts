import { type RefObject, useLayoutEffect } from 'react';

/**
 * Shows the dialog as the platform's modal: the rest of the page is inert, and the focus stays inside. At first the
 * focus is on the dialog itself, so that Space and Enter press no button by accident.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.focus();
    // A dialog that is removed while it is open keeps the focus from returning to the page.
    return () => element?.close();
  }, [dialog]);
}
