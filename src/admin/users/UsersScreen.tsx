import { fetchUsers } from '#src/admin/api/users.ts';
import { MESSAGES } from '#domain/messages.ts';
import { Message } from '#src/shared/ui/Message.tsx';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAlbums } from '#src/admin/edits/useAlbums.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { AccountDialog, useSignInLink, SignInLinkDialog } from './AccountDialogs.tsx';
import { EditQuestion } from './EditQuestion.tsx';
import { type Accounts, useAccounts } from './useAccounts.ts';
import { type Editing, useEditing } from './useEditing.ts';
import { EditFailure, UserRow } from './UserRow.tsx';
import { usersLinks, usersSections } from './slots.ts';
import styles from './UsersScreen.module.css';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';

const COLUMNS = ['Email', 'First Name', 'Last Name', 'Permissions', 'Created', 'Updated', 'Actions'];

export function UsersScreen() {
  const users = useAdminResource(fetchUsers);
  const albums = useAlbums();
  const editing = useEditing(users);
  const accounts = useAccounts(users);
  const link = useSignInLink();

  return (
    <>
      <AdminTitle>Users</AdminTitle>
      <Row gap={3} justify="between">
        <Heading level={1}>User Management</Heading>
        <Filled slot={usersLinks} />
      </Row>
      <LoadFailureMessage text={MESSAGES.usersFailed} load={users} />
      <Failures editing={editing} accounts={accounts} />
      {link.failure && <Message kind="error">{link.failure}</Message>}
      {link.made && <SignInLinkDialog made={link.made} onClose={link.close} />}
      <EditQuestion editing={editing} />
      <AccountDialog accounts={accounts} />
      {!users.data && !users.failure && <Text tone="quiet">{MESSAGES.loadingUsers}</Text>}
      {users.data && (
        <div className={styles.frame}>
          <table className={styles.table}>
            <SpokenOnly as="caption">Users and their permissions</SpokenOnly>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className={styles.column}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {users.data.map((user) => (
                <UserRow
                  key={user.id}
                  user={user}
                  albums={albums}
                  editing={editing}
                  accounts={accounts}
                  onLink={(one) => void link.make(one)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Filled slot={usersSections} isShown={users.hasSettled} albums={albums} onChange={() => void users.reload()} />
    </>
  );
}

interface Attempts {
  editing: Editing;
  accounts: Accounts;
}

function Failures({ editing, accounts }: Attempts) {
  return (
    <>
      {editing.failure !== undefined && !editing.edit && <EditFailure failure={editing.failure} />}
      {accounts.failure && !accounts.asking && (
        <Message kind="error">
          <p>{accounts.failure}</p>
        </Message>
      )}
    </>
  );
}
