import { Button } from './Button.tsx';
import { Message } from './Message.tsx';

/** The page keeps what it is until the person in front of it says so. */
export function NewVersionNote({ onReload }: { onReload: () => void }) {
  return (
    <Message kind="info" action={<Button onClick={onReload}>Reload</Button>}>
      New version
    </Message>
  );
}
