import { type ReactNode, useRef } from 'react';
import { Button } from '#src/shared/ui/Button.tsx';

interface Props {
  onFiles: (files: File[]) => void;
  children?: ReactNode;
}

/** Opens the device's own choice of pictures. */
export function AddPhotosButton({ onFiles, children = '+ Add Photos' }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="primary" size="s" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        // Listed by types, since iOS then passes on HEIC pictures unchanged, and Windows shows files by their
        // extension.
        accept="image/*,image/heic,image/heif,.heic,.heif"
        multiple
        hidden
        aria-label="Photos to add"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The input is emptied, because choosing the same files again would otherwise fire no change event.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
