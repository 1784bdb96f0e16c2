import { useEffect, useRef, useState } from 'react';
import type { UserRecord } from '#contract/users/schemas.ts';
import { PERMISSIONS } from '#contract/permissions.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { mayText, seesText } from '#domain/users/seenAlbums.ts';
import { MESSAGES } from '#domain/messages.ts';
import { addressOrName, hasMail } from '#domain/users/withoutMail.ts';
import { whenText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { Checkbox } from '#src/shared/ui/fields/Checkbox.tsx';
import { Menu } from '#src/shared/ui/choices/Menu.tsx';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { AlbumsDialog } from './AlbumsDialog.tsx';
import type { Accounts } from './useAccounts.ts';
import type { Editing } from './useEditing.ts';
import styles from './UsersScreen.module.css';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';

interface Props {
  user: UserRecord;
  /** All albums, for the names of those that the person sees. */
  albums: AdminResource<Album[]>;
  editing: Editing;
  accounts: Accounts;
  /** Asks for a sign-in link for this person. */
  onLink: (user: UserRecord) => void;
}

export function UserRow({ user, albums, editing, accounts, onLink }: Props) {
  const edit = editing.edit?.of.id === user.id ? editing.edit : undefined;
  const permissions = edit ? edit.permissions : user.permissions;
  const row = useFocusInEditedRow(edit !== undefined);
  return (
    <tr ref={row} className={edit && styles.edited}>
      <td data-column="Email" className={styles.email}>
        <Address of={user.email} />
        {user.blockedAt !== undefined && (
          <Text as="strong" size="xs" tone="danger" className={styles.blocked}>
            Blocked
          </Text>
        )}
      </td>
      <td data-column="First Name">
        <bdi>{user.firstName}</bdi>
      </td>
      <td data-column="Last Name">
        <bdi>{user.lastName}</bdi>
      </td>
      <td data-column="Permissions">
        <Stack gap={1}>
          <fieldset className={styles.permissions} aria-label="Permissions">
            {PERMISSIONS.map((permission) => (
              <Checkbox
                key={permission}
                label={permission}
                checked={permissions.includes(permission)}
                disabled={!edit || editing.busy}
                onChange={() => editing.toggle(permission)}
              />
            ))}
          </fieldset>
          <Sees sight={edit ?? user} albums={albums} editing={edit && editing} name={addressOrName(user)} />
        </Stack>
      </td>
      <td data-column="Created">
        <Note as="time" size="xs" className={styles.time} dateTime={user.createdAt}>
          {whenText(user.createdAt, reader())}
        </Note>
      </td>
      <td data-column="Updated">
        <Note as="time" size="xs" className={styles.time} dateTime={user.updatedAt}>
          {whenText(user.updatedAt, reader())}
        </Note>
        {user.lastSeenAt !== undefined && (
          <Note as="span" size="xs" className={styles.seen}>
            Last seen {whenText(user.lastSeenAt, reader())}
          </Note>
        )}
      </td>
      <td data-column="Actions">
        <RowActions {...{ user, editing, accounts, onLink }} isEdited={edit !== undefined} />
      </td>
    </tr>
  );
}

/** Says why an edit was not saved, beside its buttons: the head of the page may be out of sight. */
export function EditFailure({ failure }: { failure: string }) {
  return (
    <Message kind="error">
      <p>{MESSAGES.permissionsFailed}</p>
      <p>{failure}</p>
    </Message>
  );
}

interface SeesProps {
  sight: Pick<UserRecord, 'permissions' | 'albumIds'>;
  albums: AdminResource<Album[]>;
  /** The edit of this person; undefined while there is none. */
  editing: Editing | undefined;
  name: string;
}

/** The photos that a person sees, and while they are edited the choice of albums. */
function Sees({ sight, albums, editing, name }: SeesProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  if (!editing) {
    return (
      <Note size="xs" className={styles.allowed}>
        Sees {seesText(sight, albums.data)}
      </Note>
    );
  }
  const isAdmin = sight.permissions.includes('admin');
  return (
    <>
      <Note as="output" size="xs" className={styles.allowed}>
        They may {mayText(sight, albums.data)}.{isAdmin && ' Admins see all albums.'}
      </Note>
      <Button
        size="s"
        className={styles.choose}
        aria-label={`Albums for ${name}`}
        disabled={isAdmin || editing.busy}
        onClick={() => setIsChoosing(true)}
      >
        Albums…
      </Button>
      {isChoosing && (
        <AlbumsDialog
          name={name}
          albums={albums}
          albumIds={sight.albumIds}
          onChoose={(albumIds) => {
            setIsChoosing(false);
            editing.chooseAlbums(albumIds);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}

/** Breaks a long address before its '@' rather than in the middle of a word. */
function Address({ of: email }: { of: string }) {
  const mailbox = email.slice(0, Math.max(0, email.lastIndexOf('@')));
  return (
    <span>
      {hasMail(email) ? (
        <>
          {mailbox}
          <wbr />
          {email.slice(mailbox.length)}
        </>
      ) : (
        'No e-mail'
      )}
    </span>
  );
}

/** While something is saved, Save and Edit are not disabled, but do nothing: disabled they would lose the focus. */
function RowActions({ user, editing, accounts, onLink, isEdited }: Omit<Props, 'albums'> & { isEdited: boolean }) {
  const isOwn = useStoredUser()?.userId === user.id;
  if (isEdited)
    return (
      <div className={`${styles.actions} ${styles.editing}`}>
        {editing.failure !== undefined && (
          <div className={styles.failure}>
            <EditFailure failure={editing.failure} />
          </div>
        )}
        <Button size="s" variant="primary" aria-disabled={editing.busy} onClick={() => void editing.save()}>
          Save
        </Button>
        <Button size="s" disabled={editing.busy} onClick={editing.cancel}>
          Cancel
        </Button>
      </div>
    );
  return (
    <div className={`${styles.actions} ${styles.besideMenu} ${styles.reading}`}>
      <Row align="stretch">
        <Button size="s" aria-disabled={editing.busy} onClick={() => editing.start(user)}>
          Edit
        </Button>
        {!isOwn && <BlockButton user={user} accounts={accounts} />}
        {user.blockedAt === undefined && (
          <Button
            key="link"
            size="s"
            aria-label={`Sign-in link for ${addressOrName(user)}`}
            onClick={() => onLink(user)}
          >
            Sign-in link…
          </Button>
        )}
      </Row>
      <Menu
        label={`More about ${addressOrName(user)}`}
        items={[
          { label: 'Rename…', onSelect: () => accounts.ask({ kind: 'rename', user }) },
          ...(isOwn
            ? []
            : [{ label: 'Delete…', isDanger: true, onSelect: () => accounts.ask({ kind: 'delete', user }) }]),
        ]}
      />
    </div>
  );
}

function BlockButton({ user, accounts }: Pick<Props, 'user' | 'accounts'>) {
  const isBlocked = user.blockedAt !== undefined;
  return (
    <Button
      size="s"
      variant={isBlocked ? 'secondary' : 'danger'}
      onClick={() => (isBlocked ? accounts.block(user, { blocked: false }) : accounts.ask({ kind: 'block', user }))}
    >
      {isBlocked ? 'Unblock' : 'Block'}
    </Button>
  );
}

/** Moves the focus when an edit begins or ends, because the pressed button disappears then. */
function useFocusInEditedRow(isEdited: boolean) {
  const row = useRef<HTMLTableRowElement>(null);
  const wasEdited = useRef(isEdited);
  useEffect(() => {
    if (wasEdited.current === isEdited) return;
    wasEdited.current = isEdited;
    // When the edit moved to another row, that row has the focus already.
    if (!isEdited && document.activeElement !== document.body) return;
    row.current?.querySelector<HTMLElement>(isEdited ? 'input' : 'button')?.focus();
  }, [isEdited]);
  return row;
}
