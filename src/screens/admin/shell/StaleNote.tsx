import { whenText } from '#domain/clock/when.ts';
import { Message } from '#src/ui/Message.tsx';

interface Props {
  since: number;
  now: number;
  /** The content of the page, such as 'the nodes'. */
  what: string;
}

/** Says that the server does not respond: otherwise the growing ages below would be taken for silence of what is listed. */
export function StaleNote({ since, now, what }: Props) {
  const time = whenText(new Date(since).toISOString(), { now });
  return (
    <Message kind="info">
      <strong>The server has not answered since {time}.</strong> You see {what} as of then. Trying again by itself…
    </Message>
  );
}
