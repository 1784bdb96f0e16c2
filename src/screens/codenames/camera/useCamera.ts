import { useEffect, useState, useSyncExternalStore } from 'react';
import { closeCamera, logRefusal, openCamera } from './camera.ts';

export type CameraState = { phase: 'asking' } | { phase: 'live'; stream: MediaStream } | { phase: 'refused' };

/** Asks for the camera once per start; holds it only while the caller is mounted and the page is seen. */
export function useCamera(): { camera: CameraState; askAgain: () => void } {
  const seen = usePageSeen();
  const [stream, setStream] = useState<MediaStream>();
  const [refused, setRefused] = useState(false);

  useEffect(() => {
    if (!seen || refused) return undefined;
    let over = false;
    let opened: MediaStream | undefined;
    const refuse = (error: unknown) => {
      if (over) return;
      logRefusal(error);
      setRefused(true);
    };
    const lost = () => refuse(new Error('the device took the camera away'));
    const ask = async () => {
      // One turn later, so that React's trial mount in development does not ask twice.
      await Promise.resolve();
      if (over) return;
      opened = await openCamera();
      if (over) return closeCamera(opened);
      for (const track of opened.getVideoTracks()) track.addEventListener('ended', lost);
      setStream(opened);
    };
    ask().catch(refuse);
    return () => {
      over = true;
      setStream(undefined);
      if (opened) closeCamera(opened);
    };
  }, [seen, refused]);

  return { camera: cameraState(refused, stream), askAgain: () => setRefused(false) };
}

function cameraState(refused: boolean, stream: MediaStream | undefined): CameraState {
  if (refused) return { phase: 'refused' };
  return stream ? { phase: 'live', stream } : { phase: 'asking' };
}

function usePageSeen(): boolean {
  return useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');
}

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
