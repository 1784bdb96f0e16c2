import type { AuditFilter } from '#contract/schemas/audit.ts';
import { AUDIT_TOPICS, type AuditTopic } from '#contract/admin/limits.ts';
import type { UserRecord } from '#contract/schemas/accounts.ts';
import { nameAndAddress } from '#domain/access/withoutMail.ts';
import { COMMAND_LINE } from '#domain/audit/auditSentence.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import styles from './AuditScreen.module.css';
import shapes from '#src/ui/shapes.module.css';

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

export function AuditFilters({ filter, users, onChange }: Props) {
  const { person, topic } = filter;
  return (
    <div className={`${shapes.stack4} ${shapes.tiles} ${styles.filters}`}>
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
