import { useMemo } from 'react';
import { fetchOpenApi } from '#src/api/installation.ts';
import { ADMIN_PATHS, LICENCES_FILE } from '#contract/admin/adminPaths.ts';
import { callsByGroup, type CallGroup, type DescribedCall } from '#domain/openapi/describedCalls.ts';
import { environment } from '#src/environment.ts';
import { LoadFailureMessage } from '../shell/LoadFailureMessage.tsx';
import { useAdminResource } from '../shell/useAdminResource.ts';
import { shapes } from '#src/ui/shapes.ts';
import styles from './ApiScreen.module.css';
import { AdminTitle } from '../shell/Section.tsx';

/** Every call of the server, from its own description. */
export function ApiScreen() {
  const load = useAdminResource(fetchOpenApi);
  const groups = useMemo(() => callsByGroup(load.data), [load.data]);
  return (
    <>
      <AdminTitle>API</AdminTitle>
      <h1 className={shapes.title}>API</h1>
      <p className={`${shapes.note} ${shapes.words}`}>
        For programs of your own. The same for tools: <DocumentLink path={ADMIN_PATHS.openApi} name="OpenAPI" />, and
        the socket of the nodes: <DocumentLink path={ADMIN_PATHS.asyncApi} name="AsyncAPI" />.
      </p>
      <p className={`${shapes.note} ${shapes.words}`}>
        This app brings along software of others, each under{' '}
        <a className={shapes.accent} href={LICENCES_FILE}>
          its licence
        </a>
        .
      </p>
      <LoadFailureMessage text="Failed to load the description of the API" load={load} />
      {load.data === undefined && !load.failure && (
        <p className={`${shapes.note} ${shapes.words}`}>Loading the calls...</p>
      )}
      {groups.map((group) => (
        <Group key={group.name} group={group} />
      ))}
    </>
  );
}

function DocumentLink({ path, name }: { path: string; name: string }) {
  return (
    <a className={shapes.accent} href={environment().baseApiUrl + path}>
      {name}
    </a>
  );
}

function Group({ group: { name, about, calls } }: { group: CallGroup }) {
  return (
    <section className={shapes.column2} aria-label={name}>
      <h2 className={shapes.heading}>{name}</h2>
      <p className={`${shapes.note} ${shapes.words}`}>{about}</p>
      <ul className={`${shapes.card} ${shapes.fine} ${styles.calls}`}>
        {calls.map((call) => (
          <li key={`${call.method} ${call.path}`} className={shapes.part}>
            <Call call={call} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Call({ call: { method, path, summary, description, parts } }: { call: DescribedCall }) {
  return (
    <details>
      <summary className={`${shapes.words} ${shapes.hand} ${styles.summary}`}>
        <code>{`${method} ${path}`}</code> {summary}
      </summary>
      <p className={`${shapes.words} ${shapes.kept} ${shapes.tight}`}>{description}</p>
      {parts.map(({ title, text }) => (
        <figure key={title} className={styles.part}>
          <figcaption className={shapes.bold}>{title}</figcaption>
          {/* Long lines break: a text that scrolled by itself would be out of a keyboard's reach. */}
          <pre className={`${shapes.words} ${shapes.kept} ${shapes.tight}`}>{text}</pre>
        </figure>
      ))}
    </details>
  );
}
