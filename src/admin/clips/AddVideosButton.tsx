import { ACCEPTED } from '#src/shared/preparations.ts';
import { Button } from '#src/shared/ui/Button.tsx';

/** Held while a person chooses: Safari forgets an element that is neither in the page nor in use. */
let chooser: HTMLInputElement | undefined;

/** Opens the device's own choice of videos, and of pictures with their videos. The one for photos names pictures only. */
export function AddVideosButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const choose = () => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = ACCEPTED;
    input.addEventListener('change', () => onFiles([...(input.files ?? [])]));
    chooser = input;
    chooser.click();
  };
  return (
    <Button size="s" onClick={choose}>
      + Add Videos
    </Button>
  );
}
