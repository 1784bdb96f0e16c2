import { whenText } from '#domain/clock/when.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import type { AdminResource } from './useAdminResource.ts';

interface Props {
  /** A sentence about the failed load. */
  text: string;
  load: Pick<AdminResource<unknown>, 'failure' | 'reload'>;
}

/** Says that a load failed, and what happens next. */
export function LoadFailureMessage({ text, load }: Props) {
  if (!load.failure) return null;
  const { retrying, message, isElsewhere } = load.failure;
  const more = retrying && !isElsewhere ? 'The server cannot be reached. Trying again…' : message;
  return (
    <Message
      kind="error"
      action={
        <Button size="s" onClick={() => void load.reload()}>
          Try again
        </Button>
      }
    >
      <p>{text}</p>
      {more && <p>{more}</p>}
    </Message>
  );
}

interface StaleNoteProps {
  since: number;
  now: number;
  /** The content of the page, such as 'the nodes'. */
  what: string;
}

/**
 * Says that the server does not respond: otherwise the growing ages below would look like silence of the listed things.
 */
export function StaleNote({ since, now, what }: StaleNoteProps) {
  const time = whenText(new Date(since).toISOString(), { now });
  return (
    <Message kind="info">
      <strong>The server has not answered since {time}.</strong> You see {what} as of then. Trying again…
    </Message>
  );
}
