import { Link, useRouter } from '@tanstack/react-router';
import type { ReadinessCode, ServerStatus } from '#contract/server/schemas.ts';
import type { InstallationStatus } from '#contract/home/schemas.ts';
import { remedyOf } from '#domain/troubles.ts';
import { fetchInstallation } from '#src/admin/api/home.ts';
import { fetchServerStatus } from '#src/admin/api/server.ts';
import { Message } from '#src/shared/ui/Message.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { whenShown } from '#src/admin/startPage/useOverview.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';

/**
 * Tells an admin, in plain sentences, which problems the server has and where to solve them. Shows nothing while all is
 * well.
 */
export function ServerTroubles({ reasons }: Pick<ServerStatus, 'reasons'>) {
  if (reasons.length === 0) return null;
  return (
    <Message kind="error">
      {reasons.map(({ code, message, detail }) => (
        <p key={code}>
          {message}
          {detail !== undefined && <Note as="span"> The server says: {detail}.</Note>} <Remedy code={code} />
        </p>
      ))}
    </Message>
  );
}

function Remedy({ code }: { code: ReadinessCode }) {
  const { routesByPath } = useRouter();
  // A subject that is not there has no page.
  const { text, page }: { text: string; page?: string } = remedyOf(code);
  return page !== undefined && page in routesByPath ? <Link to={page}>{text}</Link> : <span>{text}</span>;
}

/** The status of the server, reloaded whenever the page is shown again; undefined for everybody but admins. */
export function useServerStatus(isAdmin: boolean): AdminResource<ServerStatus | undefined> {
  return useAdminResource<ServerStatus | undefined>(isAdmin ? fetchServerStatus : nothing, { reloadOn: whenShown });
}

/** The place of the data, and whether there is any; undefined for everybody but admins. */
export function useInstallation(isAdmin: boolean): AdminResource<InstallationStatus | undefined> {
  return useAdminResource<InstallationStatus | undefined>(isAdmin ? fetchInstallation : nothing);
}

async function nothing(): Promise<undefined> {
  return undefined;
}
