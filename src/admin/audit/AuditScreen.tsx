import { useState, useCallback } from 'react';
import { AUDIT_TOPICS, type AuditTopic } from '#contract/admin/limits.ts';
import type { UserRecord } from '#contract/users/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { nameAndAddress } from '#domain/users/withoutMail.ts';
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
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Tiles } from '#src/shared/ui/layout/Tiles.tsx';
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
      <Heading level={1}>Audit Log</Heading>
      <Note>Who signed in, and who changed what. Entries are kept for a year.</Note>
      <AuditFilters filter={filter} users={users ?? []} onChange={setFilter} />
      <LoadFailureMessage text="Failed to load the audit log" load={pages} />
      {shown && shown.waiting > 0 && (
        <Message kind="error">
          Not written yet, because the server’s disk takes nothing: {countOf(shown.waiting, 'event')}. They are written
          when it works again, unless the server is stopped before.
        </Message>
      )}
      {!shown && !pages.failure && <Note>Loading the audit log...</Note>}
      {shown && entries.length === 0 && <Note>Nothing was found.</Note>}
      {entries.length > 0 && (
        <Card as="ol" aria-label="Events">
          {entries.map((entry) => (
            <AuditItem key={entry.id} entry={entry} />
          ))}
        </Card>
      )}
      {failure && <Message kind="error">{failure}</Message>}
      {showOlder && (
        <Row>
          <Button onClick={() => void showOlder()}>Show older</Button>
        </Row>
      )}
    </>
  );
}

function AuditItem({ entry }: { entry: AuditEntry }) {
  return (
    <li className={styles.event}>
      <Text as="span" className={styles.sentence}>
        {auditSentence(entry)}
      </Text>
      <Note as="time" size="xs" dateTime={entry.at}>
        {whenText(entry.at, reader())}
      </Note>
      <Note as="span" size="xs">
        {entry.address && `from ${entry.address}`}
      </Note>
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
    <Tiles className={styles.filters}>
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
    </Tiles>
  );
}

function filterOf(person: string | undefined, topic: AuditTopic | undefined): AuditFilter {
  return { ...(person && { person }), ...(topic && { topic }) };
}
