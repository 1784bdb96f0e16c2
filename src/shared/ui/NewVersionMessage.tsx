import { useState } from 'react';
import { Button } from './Button.tsx';
import { Message } from './Message.tsx';

interface Props {
  onReload: () => void;
  /** Translates the text. */
  says?: (english: 'New version' | 'Reload' | 'Later') => string;
}

const sayEnglish: NonNullable<Props['says']> = (english) => english;

/**
 * Says that a newer version of the app is ready, and lets the person load it at any time, or dismiss the note, which
 * covers a part of a phone's screen. Every later load of the page brings the new version.
 */
export function NewVersionMessage({ onReload, says = sayEnglish }: Props) {
  const [isPutAway, setIsPutAway] = useState(false);
  if (isPutAway) return null;
  const actions = (
    <>
      <Button onClick={onReload}>{says('Reload')}</Button>
      <Button onClick={() => setIsPutAway(true)}>{says('Later')}</Button>
    </>
  );
  return (
    <Message kind="info" action={actions}>
      {says('New version')}
    </Message>
  );
}
