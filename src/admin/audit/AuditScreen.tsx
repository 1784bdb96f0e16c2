import { useState, useCallback } from 'react';
import { AUDIT_TOPICS, type AuditTopic } from '#contract/admin/limits.ts';
import type { UserRecord } from '#contract/users/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { nameAndAddress } from '#domain/invitations/withoutMail.ts';
import { fetchUsers, fetchAuditPage } from '#src/admin/api/users.ts';
import type { AuditEntry, AuditFilter, AuditPage } from '#contract/audit/schemas.ts';
import { auditSentence, COMMAND_LINE } from '#domain/audit/auditSentence.ts';
import { whenText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';
import { useAdminResource, type AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { shapes } from '#src/shared/ui/shapes.ts';
import styles from './AuditScreen.module.css';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { serverMessage } from '#src/shared/api/http.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';

interface AuditPages {
  /** The first page and the older ones that were loaded after it. Reloading the first page drops these. */
  pages: AdminResource<AuditPage>;
  /** Loads the next older entries; undefined when there are none. */
  showOlder: (() => Promise<void>) | undefined;
  /** Why older entries could not be loaded. */
  failure: string | undefined;
}

const EVERYTHING: AuditFilter = {};

/** The audit log, newest entries first. */
export function AuditScreen() {
  const [filter, setFilter] = useState(EVERYTHING);
  const { pages, showOlder, failure } = useAuditPages(filter);
  const { data: shown } = pages;
  const entries = shown?.entries ?? [];
  const { data: users } = useAdminResource(fetchUsers);

  return (
    <>
      <AdminTitle>Audit Log</AdminTitle>
      <h1 className={shapes.title}>Audit Log</h1>
      <p className={shapes.note}>Who signed in, and who changed what. Entries are kept for a year.</p>
      <AuditFilters filter={filter} users={users ?? []} onChange={setFilter} />
      <LoadFailureMessage text="Failed to load the audit log" load={pages} />
      {shown && shown.waiting > 0 && (
        <Message kind="error">
          Not written yet, because the server’s disk takes nothing: {countOf(shown.waiting, 'event')}. They are written
          when it works again, unless the server is stopped before.
        </Message>
      )}
      {!shown && !pages.failure && <p className={shapes.note}>Loading the audit log...</p>}
      {shown && entries.length === 0 && <p className={shapes.note}>Nothing was found.</p>}
      {entries.length > 0 && (
        <ol className={shapes.card} aria-label="Events">
          {entries.map((entry) => (
            <AuditItem key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {failure && <Message kind="error">{failure}</Message>}
      {showOlder && (
        <Button className={shapes.atStart} onClick={() => void showOlder()}>
          Show older
        </Button>
      )}
    </>
  );
}

function AuditItem({ entry }: { entry: AuditEntry }) {
  return (
    <li className={`${shapes.part} ${shapes.grid} ${shapes.baseline} ${shapes.gap04} ${styles.event}`}>
      <span className={`${shapes.words} ${styles.sentence}`}>{auditSentence(entry)}</span>
      <time className={`${shapes.small} ${shapes.words}`} dateTime={entry.at}>
        {whenText(entry.at, reader())}
      </time>
      <span className={`${shapes.small} ${shapes.words}`}>{entry.address && `from ${entry.address}`}</span>
    </li>
  );
}

/** The audit log, newest first, page by page. `filter` must stay the same object until it changes. */
function useAuditPages(filter: AuditFilter): AuditPages {
  const pages = useAdminResource(useCallback((token: string) => fetchAuditPage(token, filter), [filter]));
  const { failure, run } = useAction();

  const load = (before: number) =>
    run(
      async () => {
        const older = await adminCall((token) => fetchAuditPage(token, { ...filter, before }));
        pages.change((shown) =>
          shown.before === before
            ? { ...older, entries: [...shown.entries, ...older.entries], waiting: shown.waiting }
            : shown,
        );
      },
      (error) => serverMessage(error) ?? 'The server cannot be reached. Please try again.',
    );

  const before = pages.data?.before;
  return { pages, showOlder: before === undefined ? undefined : () => load(before), failure };
}

const NAMES: Record<AuditTopic, string> = {
  'sign-ins': 'Sign-ins',
  keys: 'Keys',
  accounts: 'Permissions and blocks',
  deletions: 'Deletions',
  settings: 'Settings',
};

interface Props {
  filter: AuditFilter;
  users: UserRecord[];
  onChange: (filter: AuditFilter) => void;
}

function AuditFilters({ filter, users, onChange }: Props) {
  const { person, topic } = filter;
  return (
    <div className={`${shapes.stack4} ${shapes.tiles} ${shapes.narrow}`}>
      <SelectField
        label="Person"
        value={person ?? ''}
        onChange={({ target }) => onChange(filterOf(target.value, topic))}
      >
        <option value="">Everybody</option>
        {users.map((user) => (
          <option key={user.id} value={user.id}>
            {nameAndAddress(user)}
          </option>
        ))}
        <option value={COMMAND_LINE}>The command line</option>
      </SelectField>
      <SelectField
        label="What"
        value={topic ?? ''}
        onChange={({ target }) =>
          onChange(
            filterOf(
              person,
              AUDIT_TOPICS.find((one) => one === target.value),
            ),
          )
        }
      >
        <option value="">Everything</option>
        {AUDIT_TOPICS.map((one) => (
          <option key={one} value={one}>
            {NAMES[one]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function filterOf(person: string | undefined, topic: AuditTopic | undefined): AuditFilter {
  return { ...(person && { person }), ...(topic && { topic }) };
}
