/** Rear-facing and sharp where the device has it (SPEC §9): wishes, so that a laptop's only camera serves too. */
const WISHES: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
};

/** Browsers hand out no camera to a plain http address. */
export function isCameraHidden(): boolean {
  return navigator.mediaDevices === undefined;
}

export async function openCamera(): Promise<MediaStream> {
  if (isCameraHidden()) throw new Error('this page has no access to a camera (it needs https)');
  return navigator.mediaDevices.getUserMedia(WISHES);
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** All that becomes of a refusal (SPEC §8). */
export function logRefusal(error: unknown): void {
  const denied = error instanceof DOMException && error.name === 'NotAllowedError';
  // oxlint-disable-next-line no-console -- SPEC §8: camera access denied is only logged
  console.error(denied ? 'Camera access denied:' : 'Camera not available:', error);
}
