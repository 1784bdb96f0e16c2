import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { Button } from '#src/shared/ui/Button.tsx';
import { madeText } from '#domain/users/madeText.ts';
import { fetchUsers } from '#src/admin/api/users.ts';
import { MESSAGES } from '#domain/messages.ts';
import { Message } from '#src/shared/ui/Message.tsx';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { AccountDialog, useSignInLink, SignInLinkDialog } from './AccountDialogs.tsx';
import {
  type Accounts,
  useAccounts,
  type PermissionEditing,
  type Question,
  usePermissionEditing,
} from './useAccounts.ts';
import { UserRow } from './UserRow.tsx';
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
  const editing = usePermissionEditing(users);
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
      {editing.asking && <EndMadeDialog asking={editing.asking} editing={editing} />}
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
                  editing={editing}
                  accounts={accounts}
                  onLink={(one) => void link.make(one)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Filled slot={usersSections} isShown={users.hasSettled} onChange={() => void users.reload()} />
    </>
  );
}

interface Attempts {
  editing: ReturnType<typeof usePermissionEditing>;
  accounts: Accounts;
}

function Failures({ editing, accounts }: Attempts) {
  return (
    <>
      {editing.failure && (
        <Message kind="error">
          <p>{MESSAGES.permissionsFailed}</p>
          <p>{editing.failure}</p>
        </Message>
      )}
      {accounts.failure && !accounts.asking && (
        <Message kind="error">
          <p>{accounts.failure}</p>
        </Message>
      )}
    </>
  );
}

/** Asks about tablets and shares of somebody who may not make them any more. */
function EndMadeDialog({ asking, editing }: { asking: Question; editing: PermissionEditing }) {
  return (
    <Dialog role="alertdialog" title="End what this account made?" onClose={editing.closeQuestion}>
      <p>{`${asking.name} made ${madeText(asking.left)}, and may not make more. What it made stays in use unless you end it.`}</p>
      <DialogActions>
        <Button data-autofocus onClick={editing.closeQuestion}>
          Cancel
        </Button>
        <Button onClick={() => void editing.save(false)}>Save only</Button>
        <Button variant="danger" onClick={() => void editing.save(true)}>
          Save and end it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
