import { type FocusEvent, useEffect, useRef, useState } from 'react';
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
  /** Without it, the toast stays until it is closed. */
  lastsMs: number | undefined;
}

interface Props {
  toasts: readonly Toast[];
  onDismiss: (id: number) => void;
}

/** Quiet notes at the foot of the page. They wait while the mouse or the focus is on one of them. */
export function Toasts({ toasts, onDismiss }: Props) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
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
            isPaused={(isHovered || isFocused) && toasts.length > 0}
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
  isPaused: boolean;
  onDismiss: () => void;
}

function ToastNote({ toast: { text, kind, action, lastsMs }, isPaused, onDismiss }: NoteProps) {
  useDismissal(lastsMs, isPaused, onDismiss);
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

/** Calls `onDismiss` after `lastsMs` milliseconds, without counting the pauses. */
function useDismissal(lastsMs: number | undefined, isPaused: boolean, onDismiss: () => void): void {
  const leftMs = useRef(lastsMs ?? 0);
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useEffect(() => {
    if (lastsMs === undefined || isPaused) return undefined;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismiss.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - startedAt;
    };
  }, [lastsMs, isPaused]);
}
