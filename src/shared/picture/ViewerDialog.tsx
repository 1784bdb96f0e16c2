import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './PhotoViewer.module.css';

/**
 * Shows one photo as the platform's modal: the rest of the page is inert, and the focus stays inside. At first the focus
 * is on the dialog itself, so that Space and Enter press no button by accident.
 */
export function ViewerDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.focus();
    // A dialog that is removed while it is open keeps the focus from returning to the page.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label="Photo"
      tabIndex={-1}
      onCancel={(event) => {
        // React passes on the events of a dialog over the viewer; then only that dialog is closed.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // Some browsers close it at the second Escape without asking.
        if (!dialog.current?.open) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
