import { mediumDate } from '#domain/clock/mediumDate.ts';
import { Message } from '#src/ui/Message.tsx';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

interface Props {
  since: number;
  now: number;
  /** The content of the page, such as 'the nodes'. */
  what: string;
}

/** Says that the server does not respond: otherwise the growing ages below would be taken for silence of what is listed. */
export function StaleNote({ since, now, what }: Props) {
  const sameDay = new Date(since).toDateString() === new Date(now).toDateString();
  const time = sameDay ? TIME.format(since) : mediumDate(new Date(since).toISOString());
  return (
    <Message kind="info">
      <strong>The server has not answered since {time}.</strong> You see {what} as of then. Trying again by itself…
    </Message>
  );
}
