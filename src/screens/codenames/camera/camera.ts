/** A rear-facing camera and a sharp picture are preferred, not required, so that a laptop's only camera works too. */
const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
};

/** Browsers give no camera to a page that was loaded over plain http. */
export function isCameraHidden(): boolean {
  return navigator.mediaDevices === undefined;
}

export async function openCamera(): Promise<MediaStream> {
  if (isCameraHidden()) throw new Error('this page has no access to a camera (it needs https)');
  return navigator.mediaDevices.getUserMedia(CONSTRAINTS);
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Leaves a line in the browser's console: the person is offered a photo instead and sees no error. */
export function logNoCamera(error: unknown): void {
  const denied = error instanceof DOMException && error.name === 'NotAllowedError';
  // oxlint-disable-next-line no-console -- the log entry itself
  console.error(denied ? 'Camera access denied:' : 'Camera not available:', error);
}
