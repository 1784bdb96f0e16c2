import { reloadIntoUpdate, useUpdateReady } from '../../offline/updates.ts';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';

/** In its own place, not over the board or the buttons; the board outlives the reload. */
export function UpdateNote() {
  if (!useUpdateReady()) return null;
  return (
    <Message kind="info" action={<Button onClick={reloadIntoUpdate}>Reload</Button>}>
      New version
    </Message>
  );
}
