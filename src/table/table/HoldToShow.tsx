import { useCallback, useEffect, useState } from 'react';
import { Button } from '#src/shared/ui/Button.tsx';
import styles from './HoldToShow.module.css';

/** The longest time for which a phone that is forgotten in the hand shows the secret. */
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

/** Below this value the screen faces the table: 1 is straight up, -1 straight down, 0 an upright phone. */
const FACE_DOWN = -0.6;
const DEGREE = Math.PI / 180;

/** Safari reports how a phone lies only to a page that asked for it during a press. */
export function askForOrientation(): void {
  const event: unknown = Reflect.get(window, 'DeviceOrientationEvent');
  if (typeof event !== 'function' || !('requestPermission' in event)) return;
  const { requestPermission } = event;
  if (typeof requestPermission === 'function')
    void Promise.resolve(requestPermission.call(event)).catch(() => undefined);
}

/** Calls `onFaceDown` when the phone is laid on its screen; never on a device without such a sensor. */
function useFaceDown(isWatching: boolean, onFaceDown: () => void): void {
  useEffect(() => {
    if (!isWatching) return undefined;
    const onTilt = ({ beta, gamma }: DeviceOrientationEvent) => {
      if (beta === null || gamma === null) return;
      if (Math.cos(beta * DEGREE) * Math.cos(gamma * DEGREE) < FACE_DOWN) onFaceDown();
    };
    window.addEventListener('deviceorientation', onTilt);
    return () => window.removeEventListener('deviceorientation', onTilt);
  }, [isWatching, onFaceDown]);
}
