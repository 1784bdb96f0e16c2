import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { Stack } from './layout/Stack.tsx';
import { Heading } from './text/Heading.tsx';
import { addDialogEntry } from './dialogEntries.ts';
import styles from './Dialog.module.css';

interface DialogProps {
  title: string;
  /** Called for Escape, for the browser's Back, and for a press beside the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** `alertdialog` for a question that interrupts. */
  role?: 'dialog' | 'alertdialog';
  /** Whether opening it has made an entry of the browser's history already, or must make none. */
  hasEntry?: boolean;
}

/**
 * A modal dialog while it is mounted. The browser's <dialog> makes the rest of the page inert and returns the focus,
 * but only when it is closed before it is removed from the document: so a layout effect closes it, before React removes
 * it.
 */
export function Dialog({ title, onClose, children, role = 'dialog', hasEntry = false }: DialogProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const opener = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const { history } = useRouter();
  const onBack = useEffectEvent(onClose);
  useLayoutEffect(() => (hasEntry ? undefined : addDialogEntry(history, onBack)), [history, hasEntry]);

  return (
    // Pressing beside the dialog is a shortcut for the mouse; with the keyboard Escape does the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      role={role}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // A second Escape closes the dialog without a cancel event. A dialog that is open again by now was only
        // remounted, as React does in development.
        if (!ref.current?.open) onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <Stack gap={4} className={styles.content}>
        <Heading level={2} id={titleId}>
          {title}
        </Heading>
        {children}
      </Stack>
    </dialog>
  );
}
