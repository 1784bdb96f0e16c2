import { useState } from 'react';
import type { SignInLinkResponse } from '#contract/signIn/schemas.ts';
import { PERSON_NAME_MAX_CHARACTERS } from '#contract/signIn/signIn.ts';
import type { UserRecord } from '#contract/users/schemas.ts';
import { addressOrName, hasMail } from '#domain/users/withoutMail.ts';
import { madeText } from '#domain/users/madeText.ts';
import { untilText } from '#domain/clock/when.ts';
import { createSignInLink } from '#src/admin/api/users.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { Checkbox } from '#src/shared/ui/fields/Checkbox.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { MadeLink } from '#src/admin/links/ShownLink.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { failureText, useAction } from '#src/admin/shell/useAction.ts';
import type { Accounts } from './useAccounts.ts';
import { FormDialog, QuestionDialog } from '#src/admin/shell/dialogs.tsx';

/** The open dialog about an account. */
export function AccountDialog({ accounts }: { accounts: Accounts }) {
  const { asking } = accounts;
  if (!asking) return null;
  return asking.kind === 'rename' ? (
    <RenameDialog user={asking.user} accounts={accounts} />
  ) : (
    <EndDialog user={asking.user} isDeletion={asking.kind === 'delete'} accounts={accounts} />
  );
}

interface Props {
  user: UserRecord;
  accounts: Accounts;
}

/** Asks before an account is blocked or deleted. */
function EndDialog({ user, isDeletion, accounts }: Props & { isDeletion: boolean }) {
  const [endMade, setEndMade] = useState(false);
  const act = isDeletion ? 'Delete' : 'Block';
  return (
    <QuestionDialog
      title={`${act} ${addressOrName(user)}?`}
      action={act}
      onConfirm={() => (isDeletion ? accounts.remove(user, endMade) : accounts.block(user, { blocked: true, endMade }))}
      onClose={() => accounts.ask(undefined)}
    >
      <p>
        {isDeletion
          ? 'The account is deleted for good, with its sessions and passkeys, and the open invitations and sign-in links that it made. Its albums and photos stay; the audit log keeps its name.'
          : 'All sessions of this account end at once, and the open invitations and sign-in links that it made. Nobody can sign in to it until an admin unblocks it.'}
      </p>
      {user.made && (
        <>
          <p>{`It also made ${madeText(user.made)}: what it made stays in use unless you end it.`}</p>
          <Checkbox label="End what it made too" checked={endMade} onChange={() => setEndMade(!endMade)} />
        </>
      )}
    </QuestionDialog>
  );
}

function RenameDialog({ user, accounts }: Props) {
  const before = { firstName: user.firstName, lastName: user.lastName, email: hasMail(user.email) ? user.email : '' };
  const [fields, setFields] = useState(before);
  const { firstName, lastName, email } = fields;
  const isSame = firstName === before.firstName && lastName === before.lastName && email === before.email;
  const isNameless = `${firstName}${lastName}`.trim() === '';
  const isEmailGone = email.trim() === '' && before.email !== '';
  const field = (label: string, name: keyof typeof fields) => (
    <TextField
      label={label}
      autoComplete="off"
      maxLength={name === 'email' ? 200 : PERSON_NAME_MAX_CHARACTERS}
      value={fields[name]}
      onChange={({ target }) => setFields({ ...fields, [name]: target.value })}
      {...(name === 'firstName' && { 'data-autofocus': '' })}
    />
  );
  return (
    <FormDialog
      title={`Rename ${addressOrName(user)}`}
      disabled={isSame || isNameless || isEmailGone}
      failure={accounts.failure}
      onSave={() => accounts.rename(user, { ...fields, expectedUpdatedAt: user.updatedAt })}
      onClose={() => accounts.ask(undefined)}
    >
      {field('First name', 'firstName')}
      {field('Last name', 'lastName')}
      {field('E-mail', 'email')}
    </FormDialog>
  );
}

interface SignInLinkOf {
  user: UserRecord;
  link: SignInLinkResponse;
}

/** Makes sign-in links, one at a time: each is valid until it is used or expires, shown or not. */
export function useSignInLink() {
  const [made, setMade] = useState<SignInLinkOf>();
  const { failure, run } = useAction();

  const make = (user: UserRecord) =>
    run(
      async () => setMade({ user, link: await adminCall((token) => createSignInLink(token, user.id)) }),
      (error) => `No link was made for ${addressOrName(user)}. ${failureText(error)}`,
    );

  return { made, failure, make, close: () => setMade(undefined) };
}

export function SignInLinkDialog({ made: { user, link }, onClose }: { made: SignInLinkOf; onClose: () => void }) {
  const name = `${user.firstName} ${user.lastName}`.trim() || addressOrName(user);
  return (
    <Dialog title={`Sign-in link for ${name}`} onClose={onClose}>
      <MadeLink url={link.url} remedy="make the link" onDone={onClose}>
        {`Scan this with the phone of ${name}, or send them the link. It signs in whoever opens it first, is valid until ${untilText(link.until, reader())}, and is shown only now.`}
      </MadeLink>
    </Dialog>
  );
}
