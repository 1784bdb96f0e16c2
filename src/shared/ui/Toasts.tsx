import { type FocusEvent, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { Stack } from './layout/Stack.tsx';
import { Text } from './text/Text.tsx';
import styles from './Toasts.module.css';

export interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'failed';
  /** An action for the person; the toast closes with it. */
  action?: { label: string; run: () => void } | undefined;
}

interface Props {
  toasts: readonly Toast[];
  onDismiss: (id: number) => void;
  /** Called when the mouse or the focus comes to a note: all stay until the returned function is called. */
  onHold: () => () => void;
}

/** Quiet notes at the foot of the page. They wait while the mouse or the focus is on one of them. */
export function Toasts({ toasts, onDismiss, onHold }: Props) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isHeld = (isHovered || isFocused) && toasts.length > 0;
  useEffect(() => (isHeld ? onHold() : undefined), [isHeld, onHold]);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setIsFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
  return (
    // The handlers only keep the notes on screen while somebody looks at them; pressing the section does nothing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.region}
      aria-label="Notices"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={onBlur}
    >
      {/* In the document before there is a toast, because screen readers announce only what is added to it. */}
      <Stack gap={2} align="center" className={styles.toasts} aria-live="polite">
        {toasts.map((toast) => (
          <ToastNote
            key={toast.id}
            toast={toast}
            onDismiss={() => {
              setIsHovered(false);
              setIsFocused(false);
              onDismiss(toast.id);
            }}
          />
        ))}
      </Stack>
    </section>
  );
}

interface NoteProps {
  toast: Toast;
  onDismiss: () => void;
}

function ToastNote({ toast: { text, kind, action }, onDismiss }: NoteProps) {
  return (
    <div className={`${styles.toast} ${styles[kind]}`}>
      <Text className={styles.text}>{text}</Text>
      {action && (
        <Button
          variant="quiet"
          size="s"
          className={styles.action}
          onClick={() => {
            onDismiss();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <button type="button" className={styles.close} aria-label="Close this notice" onClick={onDismiss}>
        ✕
      </button>
    </div>
  );
}
