import { useCallback, useEffect, useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import styles from './TableParts.module.css';
import { useFaceDown } from './useFaceDown.ts';

/** A phone that is forgotten in the hand gives nothing away for longer. */
const SHOWN_MS = 10_000;

const KEYS = new Set([' ', 'Enter']);

interface HoldToShowProps {
  onHold: (isHeld: boolean) => void;
}

/**
 * The spymaster's view shows targets while this button is held: for 10 s at most, and not once the phone lies face down or
 * the page is left. A screen reader's press, which has no end, shows them until the next one.
 */
export function HoldToShow({ onHold }: HoldToShowProps) {
  const [isHeld, setIsHeld] = useState(false);
  const hide = useCallback(() => setIsHeld(false), []);
  useFaceDown(isHeld, hide);
  useEffect(() => {
    onHold(isHeld);
    if (!isHeld) return undefined;
    const timer = setTimeout(hide, SHOWN_MS);
    document.addEventListener('visibilitychange', hide);
    return () => {
      onHold(false);
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [isHeld, hide, onHold]);

  return (
    <Button
      variant="primary"
      className={styles.hold}
      aria-pressed={isHeld}
      onPointerDown={(event) => {
        // A finger that slides off the button still holds it.
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setIsHeld(true);
      }}
      onPointerUp={hide}
      onPointerCancel={hide}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!KEYS.has(event.key)) return;
        // Prevents the key's click, which would count as the press of a screen reader.
        event.preventDefault();
        if (!event.repeat) setIsHeld(true);
      }}
      onKeyUp={(event) => {
        event.preventDefault();
        hide();
      }}
      onBlur={hide}
      onClick={({ detail }) => detail === 0 && setIsHeld((before) => !before)}
    >
      {isHeld ? 'Targets show while you hold' : 'Hold to show the targets'}
    </Button>
  );
}
