import { useState } from 'react';
import { Switch } from './Switch.tsx';

/** Turns on the lamp beside a phone's camera, for a table in dim light. Closing the stream turns the lamp off. */
export function TorchSwitch({ stream }: { stream: MediaStream }) {
  const [on, setOn] = useState(false);
  if (!hasTorch(stream)) return null;
  const toggle = async (next: boolean) => {
    try {
      await setTorch(stream, next);
      setOn(next);
    } catch {
      setOn(false);
    }
  };
  return <Switch label="Light" on={on} onToggle={(next) => void toggle(next)} />;
}

/** Whether the browser gives this page control of the lamp; few do. */
function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  // Older versions of Firefox have no getCapabilities.
  if (!track || !('getCapabilities' in track)) return false;
  const capabilities = track.getCapabilities();
  return 'torch' in capabilities && Boolean(capabilities.torch);
}

async function setTorch(stream: MediaStream, on: boolean): Promise<void> {
  // TypeScript's DOM library does not know the `torch` constraint.
  const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
  const [track] = stream.getVideoTracks();
  await track?.applyConstraints({ advanced: [constraint] });
}
