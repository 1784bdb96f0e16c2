import { type KeyboardEvent, useId } from 'react';
import { CAPTION_MAX_CHARACTERS } from '#contract/limits.ts';
import { Button } from '#src/ui/Button.tsx';
import { Message } from '#src/ui/Message.tsx';
import styles from './CaptionField.module.css';
import { useCaption } from './useCaption.ts';
import type { ViewedPhoto } from '#src/screens/picture/viewedPhotos.ts';
import shapes from '#src/ui/shapes.module.css';

/** The caption, edited where it stands: Enter or leaving the field saves it, Escape takes it back. */
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
    <div className={shapes.stack1}>
      <label htmlFor={id} className={`${shapes.small} ${shapes.strong}`}>
        Caption
      </label>
      <textarea
        dir="auto"
        id={id}
        className={`${shapes.box} ${shapes.wide} ${styles.text}`}
        rows={2}
        maxLength={CAPTION_MAX_CHARACTERS}
        placeholder="Add a caption"
        value={caption.text}
        onChange={(event) => caption.change(event.target.value.replace(/[\r\n]+/g, ' '))}
        onKeyDown={onKeyDown}
        onBlur={caption.save}
      />
      <p className={`${shapes.small} ${styles.state}`} aria-live="polite">
        {caption.isSaved ? 'Saved' : ''}
      </p>
      {caption.problem !== undefined && (
        <Message kind="error">
          <p>{caption.problem}</p>
          <div className={`${shapes.row} ${styles.choice}`}>
            <Button size="s" variant="primary" onClick={caption.save}>
              Save mine
            </Button>
            <Button size="s" onClick={caption.takeBack}>
              Keep theirs
            </Button>
          </div>
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
    </div>
  );
}
