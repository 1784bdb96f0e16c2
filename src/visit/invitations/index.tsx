import { invitationTokenFrom } from '#domain/access/links.ts';
import { LinkPage } from '#src/visit/landing/LinkPage.tsx';
import type { TokenLink } from '#src/visit/slots.ts';
import { InvitationPanel } from './InvitationPanel.tsx';

/** The link with which somebody accepts an invitation. */
export const invitations: TokenLink = {
  tokenFrom: invitationTokenFrom,
  Page: ({ token }) => (
    <LinkPage title="Invitation – Circuit Tree">
      <InvitationPanel token={token} />
    </LinkPage>
  ),
};
