import { useMemo, useState } from 'react';
import { fetchOpenApi } from '#src/api/installation.ts';
import { ADMIN_PATHS, LICENCES_FILE } from '#contract/admin/adminPaths.ts';
import { callsByGroup, type CallGroup, type DescribedCall } from '#domain/openapi/describedCalls.ts';
import { environment } from '#src/environment.ts';
import { LoadFailureMessage } from '../shell/LoadFailureMessage.tsx';
import { useAdminResource } from '../shell/useAdminResource.ts';
import { ApiCall } from './ApiCall.tsx';
import styles from './ApiScreen.module.css';
import { AdminTitle } from '../shell/AdminTitle.tsx';

/** Every call of the server, from its own description. */
export function ApiScreen() {
  const load = useAdminResource(fetchOpenApi);
  const groups = useMemo(() => callsByGroup(load.data), [load.data]);
  const [wanted, setWanted] = useState('');
  const found = groups.flatMap((group) => matching(group, wanted));
  return (
    <>
      <AdminTitle>API</AdminTitle>
      <h1 className={styles.title}>API</h1>
      <p className={styles.quiet}>
        For programs of your own. The same for tools: <DocumentLink path={ADMIN_PATHS.openApi} name="OpenAPI" />, and
        the socket of the nodes: <DocumentLink path={ADMIN_PATHS.asyncApi} name="AsyncAPI" />.
      </p>
      <p className={styles.quiet}>
        This app brings along software of others, each under <a href={LICENCES_FILE}>its licence</a>.
      </p>
      <LoadFailureMessage text="Failed to load the description of the API" load={load} />
      {load.data === undefined && !load.failure && <p className={styles.quiet}>Loading the calls...</p>}
      {groups.length > 0 && (
        <input
          type="search"
          className={styles.search}
          aria-label="Find a call"
          placeholder="Find a call"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {groups.length > 0 && found.length === 0 && <p className={styles.quiet}>No call has these words.</p>}
      {found.map((group) => (
        <Group key={group.name} group={group} />
      ))}
    </>
  );
}

function DocumentLink({ path, name }: { path: string; name: string }) {
  return <a href={environment().baseApiUrl + path}>{name}</a>;
}

function Group({ group: { name, about, calls } }: { group: CallGroup }) {
  return (
    <section className={styles.group} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.quiet}>{about}</p>
      <ul className={styles.calls}>
        {calls.map((call) => (
          <li key={`${call.method} ${call.path}`}>
            <ApiCall call={call} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The group with those of its calls that have all of the words; nothing when none has. */
function matching(group: CallGroup, wanted: string): CallGroup[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const calls = group.calls.filter((call) => words.every((word) => textOf(call).includes(word)));
  return calls.length === 0 ? [] : [{ ...group, calls }];
}

function textOf({ method, path, summary, details, needs }: DescribedCall): string {
  return `${method} ${path} ${summary} ${details} ${needs}`.toLowerCase();
}
