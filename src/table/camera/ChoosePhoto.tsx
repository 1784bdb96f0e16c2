import { type Ref, useRef, useState } from 'react';
import type { BoardPhoto } from '#domain/table/game.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { photoFromFile } from './capturePhoto.ts';
import { Text } from '#src/shared/ui/text/Text.tsx';
import styles from './ChoosePhoto.module.css';

interface ChoosePhotoProps {
  onPhoto: (photo: BoardPhoto) => void;
  label?: string;
  /** Beside a camera it is the second choice. */
  variant?: 'primary' | 'secondary';
  buttonRef?: Ref<HTMLButtonElement>;
}

/**
 * A photo from the device's files or its camera app. There are two buttons because some phones offer only files unless
 * the input's `capture` attribute asks for the camera.
 */
export function ChoosePhoto({ onPhoto, label = 'Choose a photo', variant = 'primary', buttonRef }: ChoosePhotoProps) {
  const input = useRef<HTMLInputElement>(null);
  const [opening, setOpening] = useState(false);
  const [problem, setProblem] = useState<string>();

  const open = (capture: string) => {
    if (!input.current) return;
    input.current.capture = capture;
    input.current.click();
  };

  const take = async (file: File) => {
    setOpening(true);
    setProblem(undefined);
    try {
      onPhoto(await photoFromFile(file));
    } catch {
      setProblem(`'${file.name}' could not be opened as a picture.`);
      setOpening(false);
    }
  };

  return (
    <>
      {problem && (
        <Text role="alert" tone="danger">
          {problem}
        </Text>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The input is emptied, because choosing the same file once more would otherwise fire no change event.
          currentTarget.value = '';
          if (file) void take(file);
        }}
      />
      <Button ref={buttonRef} variant={variant} size="l" disabled={opening} data-first onClick={() => open('')}>
        {opening ? 'Opening…' : label}
      </Button>
      <Button className={styles.phoneOnly} disabled={opening} onClick={() => open('environment')}>
        Open the camera app
      </Button>
    </>
  );
}
