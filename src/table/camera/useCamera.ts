import { useEffect, useState, useSyncExternalStore } from 'react';

type CameraState = { phase: 'asking' } | { phase: 'live'; stream: MediaStream } | { phase: 'unavailable' };

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

/** A rear-facing camera and a sharp picture are preferred, not required, so that a laptop's only camera works too. */
const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
};

/** Browsers give no camera to a page that was loaded over plain http. */
export function isCameraHidden(): boolean {
  return navigator.mediaDevices === undefined;
}

async function openCamera(): Promise<MediaStream> {
  if (isCameraHidden()) throw new Error('this page has no access to a camera (it needs https)');
  return navigator.mediaDevices.getUserMedia(CONSTRAINTS);
}

function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Leaves a line in the browser's console: the person is offered a photo instead and sees no error. */
function logNoCamera(error: unknown): void {
  const denied = error instanceof DOMException && error.name === 'NotAllowedError';
  // oxlint-disable-next-line no-console -- the log entry itself
  console.error(denied ? 'Camera access denied:' : 'Camera not available:', error);
}
