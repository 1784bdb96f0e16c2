import { type KeyboardEvent, useId, useState } from 'react';
import { CAPTION_MAX_CHARACTERS } from '#contract/limits.ts';
import { presentPhoto } from '#src/admin/api/presentPhoto.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { editPhotos } from '#src/admin/edits/photoEdits.ts';
import { failureText } from '#src/admin/shell/useAction.ts';
import styles from './CaptionField.module.css';
import type { ViewedPhoto } from '#src/shared/picture/viewedPhotos.ts';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

/** The caption, edited in its place: Enter or leaving the field saves it, Escape reverts it. */
export function CaptionField({ viewed }: { viewed: ViewedPhoto }) {
  const id = useId();
  const caption = useCaption(viewed);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isEnter) event.currentTarget.blur();
    else if (event.key === 'Escape' && caption.isChanged) caption.takeBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Stack gap={1}>
      <Note as="label" size="xs" strong htmlFor={id}>
        Caption
      </Note>
      <textarea
        dir="auto"
        id={id}
        className={styles.text}
        rows={2}
        maxLength={CAPTION_MAX_CHARACTERS}
        placeholder="Add a caption"
        value={caption.text}
        onChange={(event) => caption.change(event.target.value.replace(/[\r\n]+/g, ' '))}
        onKeyDown={onKeyDown}
        onBlur={caption.save}
      />
      <Note size="xs" className={styles.state} aria-live="polite">
        {caption.isSaved ? 'Saved' : ''}
      </Note>
      {caption.problem !== undefined && (
        <Message kind="error">
          <p>{caption.problem}</p>
          <Row align="stretch" className={styles.actions}>
            <Button size="s" variant="primary" onClick={caption.save}>
              Save mine
            </Button>
            <Button size="s" onClick={caption.takeBack}>
              Keep theirs
            </Button>
          </Row>
        </Message>
      )}
      {caption.failure !== undefined && (
        <Message
          kind="error"
          action={
            <Button size="s" onClick={caption.save}>
              Try again
            </Button>
          }
        >
          {caption.failure}
        </Message>
      )}
    </Stack>
  );
}

interface CaptionControl {
  text: string;
  isChanged: boolean;
  isSaved: boolean;
  /** Somebody else's change of the photo in the meantime. */
  problem: string | undefined;
  /** The reason why the caption could not be saved. */
  failure: string | undefined;
  change: (text: string) => void;
  save: () => void;
  takeBack: () => void;
}

type Result = { status: 'saved' } | { status: 'lost'; text: string } | { status: 'failed'; text: string };

/** The typed text stays until it is saved or reverted, whatever the server sends. */
function useCaption({ albumId, photo }: ViewedPhoto): CaptionControl {
  const stored = photo.caption ?? '';
  const [typed, setTyped] = useState<string>();
  const [result, setResult] = useState<Result>();
  const isChanged = typed !== undefined && typed.trim() !== stored;

  const save = async (caption: string) => {
    setResult(undefined);
    try {
      await editPhotos(albumId, [photo], { caption });
      setTyped((now) => (now?.trim() === caption ? undefined : now));
      setResult({ status: 'saved' });
    } catch (error) {
      const present = presentPhoto(error);
      if (present) setResult({ status: 'lost', text: lostRaceText(present.caption) });
      else setResult({ status: 'failed', text: `${failureText(error)} The caption was not saved.` });
    }
  };
  return {
    text: typed ?? stored,
    isChanged,
    isSaved: result?.status === 'saved' && !isChanged,
    problem: result?.status === 'lost' ? result.text : undefined,
    failure: result?.status === 'failed' ? result.text : undefined,
    change: (text) => {
      setTyped(text);
      if (result?.status === 'saved') setResult(undefined);
    },
    save: () => {
      if (isChanged) void save(typed.trim());
    },
    takeBack: () => {
      setTyped(undefined);
      setResult(undefined);
    },
  };
}

function lostRaceText(caption: string | undefined): string {
  const now = caption === undefined ? 'It has no caption now.' : `Its caption is now “${caption}”.`;
  return `Somebody else changed this photo meanwhile. ${now} What you typed is not saved yet.`;
}
