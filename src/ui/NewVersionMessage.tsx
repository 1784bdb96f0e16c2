import { useState } from 'react';
import { Button } from './Button.tsx';
import { Message } from './Message.tsx';

/**
 * Says that a newer version of the app is ready, and lets the person choose the time to load it, or put the note away: on a
 * phone it covers what somebody is doing. Every later load of the page brings the new version.
 */
export function NewVersionMessage({ onReload }: { onReload: () => void }) {
  const [isPutAway, setIsPutAway] = useState(false);
  if (isPutAway) return null;
  const actions = (
    <>
      <Button onClick={onReload}>Reload</Button>
      <Button onClick={() => setIsPutAway(true)}>Later</Button>
    </>
  );
  return (
    <Message kind="info" action={actions}>
      New version
    </Message>
  );
}
