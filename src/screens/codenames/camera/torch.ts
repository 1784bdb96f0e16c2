/** The lamp beside a phone's camera, for a table in dim light; few browsers hand it out. */
export function hasLight(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  // Older Firefox has no such question.
  if (!track || !('getCapabilities' in track)) return false;
  const capabilities = track.getCapabilities();
  return 'torch' in capabilities && Boolean(capabilities.torch);
}

export async function setTorch(stream: MediaStream, on: boolean): Promise<void> {
  // TypeScript's library does not know the lamp.
  const wish: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
  const [track] = stream.getVideoTracks();
  await track?.applyConstraints({ advanced: [wish] });
}
