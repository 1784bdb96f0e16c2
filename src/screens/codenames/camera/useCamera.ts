import { useEffect, useState, useSyncExternalStore } from 'react';
import { closeCamera, logNoCamera, openCamera } from './camera.ts';

export type CameraState = { phase: 'asking' } | { phase: 'live'; stream: MediaStream } | { phase: 'unavailable' };

/** Opens the camera, and holds it only while the caller is mounted and the page is visible. */
export function useCamera(): { camera: CameraState; askAgain: () => void } {
  const visible = usePageVisible();
  const [stream, setStream] = useState<MediaStream>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!visible || failed) return undefined;
    let closed = false;
    let opened: MediaStream | undefined;
    const fail = (error: unknown) => {
      if (closed) return;
      logNoCamera(error);
      setFailed(true);
    };
    const onEnded = () => fail(new Error('the device took the camera away'));
    const open = async () => {
      // Waits one microtask, so that React's double mount in development does not ask for permission twice.
      await Promise.resolve();
      if (closed) return;
      opened = await openCamera();
      if (closed) return closeCamera(opened);
      for (const track of opened.getVideoTracks()) track.addEventListener('ended', onEnded);
      setStream(opened);
    };
    open().catch(fail);
    return () => {
      closed = true;
      setStream(undefined);
      if (opened) closeCamera(opened);
    };
  }, [visible, failed]);

  return { camera: cameraState(failed, stream), askAgain: () => setFailed(false) };
}

function cameraState(failed: boolean, stream: MediaStream | undefined): CameraState {
  if (failed) return { phase: 'unavailable' };
  return stream ? { phase: 'live', stream } : { phase: 'asking' };
}

function usePageVisible(): boolean {
  return useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');
}

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
