import { mediumDate } from '../../../domain/clock/mediumDate.ts';
import { Message } from '../../../ui/Message.tsx';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

interface Props {
  since: number;
  now: number;
}

/** The server is what is missing here, not the nodes: nothing in the table may be taken for their silence. */
export function StaleNote({ since, now }: Props) {
  const sameDay = new Date(since).toDateString() === new Date(now).toDateString();
  const moment = sameDay ? TIME.format(since) : mediumDate(new Date(since).toISOString());
  return (
    <Message kind="info">
      <strong>The server has not answered since {moment}.</strong> Below is what was known then; nobody knows how the
      nodes are now. Trying again by itself…
    </Message>
  );
}
