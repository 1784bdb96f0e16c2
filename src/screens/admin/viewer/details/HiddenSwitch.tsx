import { Switch } from '#src/ui/fields/Switch.tsx';
import { failureText } from '../../shell/failureText.ts';
import { showToast } from '../../shell/toasts.ts';
import { editPhoto } from './photoEdits.ts';
import type { ViewedPhoto } from '../picture/viewedPhotos.ts';

export function HiddenSwitch({ viewed: { albumId, photo } }: { viewed: ViewedPhoto }) {
  const change = async (hidden: boolean) => {
    try {
      await editPhoto({ albumId, photo }, { hidden });
    } catch (error) {
      showToast({ kind: 'failed', text: `${failureText(error)} The photo is as it was.` });
    }
  };
  return (
    <Switch
      label="Hidden from slideshows"
      checked={photo.hidden ?? false}
      onChange={(event) => void change(event.target.checked)}
    />
  );
}
