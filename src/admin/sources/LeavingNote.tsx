import type { Overview } from '#contract/server/schemas.ts';
import { leavingText } from '#domain/sources/sourceState.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Message } from '#src/shared/ui/Message.tsx';

/** Names the sources with photos that have left them and that wait for a decision before they go to the trash. */
export function LeavingNote({ overview: { leaving } }: { overview: Overview }) {
  if (!leaving) return null;
  return (
    <Message
      kind="info"
      action={
        <LinkButton to="/admin/sources" size="s">
          Decide
        </LinkButton>
      }
    >
      {leaving.map(({ source, photos }) => (
        <p key={source} dir="auto">
          {leavingText({ photos, name: source })} {photos === 1 ? 'waits' : 'wait'} for your yes to go to the trash.
        </p>
      ))}
    </Message>
  );
}
