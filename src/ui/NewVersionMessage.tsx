import { Button } from './Button.tsx';
import { Message } from './Message.tsx';

/** Says that a newer version of the app is ready, and lets the person choose the time to load it. */
export function NewVersionMessage({ onReload }: { onReload: () => void }) {
  return (
    <Message kind="info" action={<Button onClick={onReload}>Reload</Button>}>
      New version
    </Message>
  );
}
