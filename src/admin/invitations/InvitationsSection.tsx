import { useState } from 'react';
import { fetchInvitations, takeBackInvitation } from '#src/admin/api/invitations.ts';
import type { Invitation } from '#contract/invitations/schemas.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { seesText } from '#domain/users/seenAlbums.ts';
import { untilText, whenText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { Section } from '#src/admin/shell/Section.tsx';
import { useEachAction } from '#src/admin/shell/useAction.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { Card, CardRow } from '#src/shared/ui/layout/Card.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';

/** The interval at which the list shows that an invited person got in. */
const REFRESH_MS = 15_000;

interface Props {
  /** False while the table above is being loaded, since it would push the section down. */
  isShown: boolean;
  albums: AdminResource<Album[]>;
  /** Called when somebody has accepted an invitation, since there is a new account then. */
  onChange: () => void;
}

/** The invitations and their states. */
export function InvitationsSection({ isShown, albums, onChange }: Props) {
  const [load] = useState(() => loaderThatTells(onChange));
  const invitations = useAdminResource(load, { refreshMs: REFRESH_MS });
  const [inviting, setInviting] = useState(false);
  const { failure, run } = useEachAction();
  const takeBack = ({ id }: Invitation) =>
    run(id, async () => {
      try {
        await adminCall((token) => takeBackInvitation(token, id));
      } finally {
        await invitations.reload();
      }
    });
  const list = invitations.data;
  if (!isShown) return null;
  return (
    <Section
      title="Invitations"
      action={
        <Button variant="primary" size="s" onClick={() => setInviting(true)}>
          Invite…
        </Button>
      }
      note={noteFor(list)}
    >
      <LoadFailureMessage text="Failed to load the invitations" load={invitations} />
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {list && list.length > 0 && (
        <Card as="ul" aria-label="Invitations">
          {list.map((invitation) => (
            <Item
              key={invitation.id}
              invitation={invitation}
              albums={albums.data}
              onTakeBack={() => void takeBack(invitation)}
            />
          ))}
        </Card>
      )}
      {inviting && (
        <InviteDialog albums={albums} onMade={() => void invitations.reload()} onClose={() => setInviting(false)} />
      )}
    </Section>
  );
}

function noteFor(list: Invitation[] | undefined): string | undefined {
  if (list?.length !== 0) return undefined;
  return 'Nobody is invited. An invitation is a link that makes one account, with the permissions and albums that you choose.';
}

interface ItemProps {
  invitation: Invitation;
  albums: readonly Album[] | undefined;
  onTakeBack: () => void;
}

function Item({ invitation, albums, onTakeBack }: ItemProps) {
  const { name, email, permissions, invitedBy, state } = invitation;
  return (
    <CardRow>
      <Text as="div">
        <Text strong>
          <bdi>{name}</bdi>
          {email !== undefined && ` (${email})`}
        </Text>
        <Note size="xs">
          {permissions.join(', ') || 'no permissions'} · sees {seesText(invitation, albums)} · invited by {invitedBy}
        </Note>
        <Note size="xs">{stateText(invitation)}</Note>
      </Text>
      {state === 'open' && (
        <Button size="s" aria-label={`Take back the invitation of ${name}`} onClick={onTakeBack}>
          Take back
        </Button>
      )}
    </CardRow>
  );
}

function stateText({ state, until, usedBy, usedAt }: Invitation): string {
  if (state === 'open') return `Open until ${untilText(until, reader())}`;
  if (state === 'over') return `Ended ${whenText(until, reader())}; nobody used it`;
  if (state === 'taken-back') return 'Taken back';
  return `Used by ${usedBy ?? 'somebody'}${usedAt === undefined ? '' : `, ${whenText(usedAt, reader())}`}`;
}

/** Loads the list, and calls `onChange` when more of its invitations are used than at the last load. */
function loaderThatTells(onChange: () => void): (token: string) => Promise<Invitation[]> {
  let usedBefore: number | undefined;
  return async (token) => {
    const list = await fetchInvitations(token);
    const used = list.filter(({ state }) => state === 'used').length;
    if (usedBefore !== undefined && used > usedBefore) onChange();
    usedBefore = used;
    return list;
  };
}
