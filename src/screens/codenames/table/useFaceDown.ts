import { useEffect } from 'react';

/** Below this the screen looks at the table: 1 is straight up, -1 straight down, 0 a phone that stands. */
const FACE_DOWN = -0.6;
const DEGREE = Math.PI / 180;

/** Safari tells how a phone lies only to a page that asked for it in a press. */
export function askForOrientation(): void {
  const event: unknown = Reflect.get(window, 'DeviceOrientationEvent');
  if (typeof event !== 'function' || !('requestPermission' in event)) return;
  const { requestPermission } = event;
  if (typeof requestPermission === 'function')
    void Promise.resolve(requestPermission.call(event)).catch(() => undefined);
}

/** Calls `onFaceDown` when the phone is laid onto its screen; never on a device that cannot tell. */
export function useFaceDown(isWatching: boolean, onFaceDown: () => void): void {
  useEffect(() => {
    if (!isWatching) return undefined;
    const look = ({ beta, gamma }: DeviceOrientationEvent) => {
      if (beta === null || gamma === null) return;
      if (Math.cos(beta * DEGREE) * Math.cos(gamma * DEGREE) < FACE_DOWN) onFaceDown();
    };
    window.addEventListener('deviceorientation', look);
    return () => window.removeEventListener('deviceorientation', look);
  }, [isWatching, onFaceDown]);
}
