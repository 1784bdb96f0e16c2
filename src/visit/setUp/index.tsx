import { setUpTokenFrom } from '#domain/access/links.ts';
import { setUpServer } from '#src/shared/api/auth.ts';
import type { TokenLink } from '#src/visit/slots.ts';
import { SetUpPanel } from './SetUpPanel.tsx';

/** The link with which a new server is set up. */
export const setUp: TokenLink = {
  tokenFrom: setUpTokenFrom,
  Page: ({ token, signIn: { attempt, busy, reason, failure } }) => (
    <SetUpPanel
      token={token}
      busy={busy}
      failure={reason ?? failure}
      onName={(name) => void attempt('set-up link', () => setUpServer(token, name), '/admin/setup')}
    />
  ),
};
