import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { Button } from '#src/shared/ui/Button.tsx';
import { madeText } from '#domain/users/madeText.ts';
import { fetchUsers } from '#src/admin/api/users.ts';
import { MESSAGES } from '#domain/messages.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { AccountDialog, useSignInLink, SignInLinkDialog } from './AccountDialogs.tsx';
import { InvitationsSection } from '#src/admin/invitations/InvitationsSection.tsx';
import {
  type Accounts,
  useAccounts,
  type PermissionEditing,
  type Question,
  usePermissionEditing,
} from './useAccounts.ts';
import { UserRow } from './UserRow.tsx';
import styles from './UsersScreen.module.css';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { shapes } from '#src/shared/ui/shapes.ts';

const COLUMNS = ['Email', 'First Name', 'Last Name', 'Permissions', 'Created', 'Updated', 'Actions'];

export function UsersScreen() {
  const users = useAdminResource(fetchUsers);
  const editing = usePermissionEditing(users);
  const accounts = useAccounts(users);
  const link = useSignInLink();

  return (
    <>
      <AdminTitle>Users</AdminTitle>
      <div className={shapes.ends3}>
        <h1 className={shapes.title}>User Management</h1>
        <LinkButton to="/admin/audit" size="s">
          Audit Log
        </LinkButton>
      </div>
      <LoadFailureMessage text={MESSAGES.usersFailed} load={users} />
      <Failures editing={editing} accounts={accounts} />
      {link.failure && <Message kind="error">{link.failure}</Message>}
      {link.made && <SignInLinkDialog made={link.made} onClose={link.close} />}
      {editing.asking && <EndMadeDialog asking={editing.asking} editing={editing} />}
      <AccountDialog accounts={accounts} />
      {!users.data && !users.failure && <p className={shapes.quiet}>{MESSAGES.loadingUsers}</p>}
      {users.data && (
        <div className={`${shapes.card} ${styles.frame}`}>
          <table className={`${shapes.fine} ${shapes.wide} ${styles.table}`}>
            <caption className={shapes.spokenOnly}>Users and their permissions</caption>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={`${shapes.sunken} ${shapes.small} ${shapes.strong} ${shapes.left}`}
                  >
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
      <InvitationsSection isShown={users.hasSettled} onAccepted={() => void users.reload()} />
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
      <p>{`${asking.name} made ${madeText(asking.left)}, and may not make more. What it made goes on unless you end it.`}</p>
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
