import { useState } from 'react';
import { hasLight, setTorch } from './torch.ts';
import { Switch } from '../board/Switch.tsx';

/** Goes with its stream: a camera that is closed takes its lamp along. */
export function TorchSwitch({ stream }: { stream: MediaStream }) {
  const [on, setOn] = useState(false);
  if (!hasLight(stream)) return null;
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
