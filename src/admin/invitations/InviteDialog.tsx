import { useState } from 'react';
import { createInvitation } from '#src/admin/api/invitations.ts';
import { INVITATION_TERMS, type InvitationTerm } from '#contract/admin/limits.ts';
import type { InvitationWithLink } from '#contract/invitations/schemas.ts';
import { type Permission, PERMISSIONS } from '#contract/permissions.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { mayText } from '#domain/users/seenAlbums.ts';
import { untilText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { Checkbox } from '#src/shared/ui/fields/Checkbox.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { AccessField } from '#src/admin/edits/AccessField.tsx';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { MadeLink } from '#src/admin/links/ShownLink.tsx';
import { DialogForm } from '#src/admin/shell/dialogs.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Legend } from '#src/shared/ui/fields/Legend.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';

const TERMS: Record<InvitationTerm, string> = {
  'quarter-hour': '15 minutes',
  hour: '1 hour',
  day: '24 hours',
  week: '7 days',
};

interface Props {
  albums: AdminResource<Album[]>;
  onMade: () => void;
  onClose: () => void;
}

/** Makes an invitation, then shows its link. */
export function InviteDialog({ albums, onMade, onClose }: Props) {
  const [made, setMade] = useState<InvitationWithLink>();
  if (!made) {
    const take = (invitation: InvitationWithLink) => {
      setMade(invitation);
      onMade();
    };
    return (
      <Dialog title="Invite somebody" onClose={onClose}>
        <InviteForm albums={albums} onMade={take} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title={`Invitation for ${made.name}`} onClose={onClose}>
      <MadeLink url={made.url} remedy="invite them" onDone={onClose}>
        {`Scan this with the phone of ${made.name}, or send them the link. It makes one account, is valid until ${untilText(made.until, reader())}, and is shown only now.`}
      </MadeLink>
    </Dialog>
  );
}

interface FormProps extends Omit<Props, 'onMade'> {
  onMade: (made: InvitationWithLink) => void;
}

function InviteForm({ albums, onMade, onClose }: FormProps) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [permissions, setPermissions] = useState<readonly Permission[]>(['photos:read']);
  const [chosenIds, setAlbumIds] = useState<string[] | null>(null);
  const [term, setTerm] = useState<InvitationTerm>('day');
  const isAdmin = permissions.includes('admin');
  const albumIds = isAdmin ? null : chosenIds;
  const { busy, failure, run } = useAction();
  const isComplete = name.trim() !== '';
  const make = () =>
    run(async () => {
      const mail = email.trim();
      const rights = { permissions: [...permissions], ...(albumIds && { albumIds }) };
      const invitation = { name: name.trim(), ...(mail && { email: mail }), ...rights, term };
      onMade(await adminCall((token) => createInvitation(token, invitation)));
    });
  return (
    <DialogForm
      action="Make the link"
      busy={busy}
      disabled={!isComplete}
      failure={failure}
      onSave={() => void make()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        data-autofocus=""
        maxLength={80}
        value={name}
        onChange={({ target }) => setName(target.value)}
        hint="They can give another one when they accept."
      />
      <TextField
        label="E-mail (optional)"
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        hint="With the address of their Apple account they can sign in with Apple too. No mail is sent."
      />
      <PermissionChoice
        chosen={permissions}
        words={mayText({ permissions, albumIds }, albums.data)}
        onChange={setPermissions}
      />
      <AccessField
        legend="Albums they see"
        albums={albums}
        value={albumIds}
        onChange={setAlbumIds}
        whyAll={isAdmin ? 'Admins see all albums.' : undefined}
      />
      <TermField value={term} onChange={setTerm} />
    </DialogForm>
  );
}

function TermField({ value, onChange }: { value: InvitationTerm; onChange: (term: InvitationTerm) => void }) {
  return (
    <SelectField
      label="The link is valid for"
      value={value}
      onChange={({ target }) => onChange(INVITATION_TERMS.find((one) => one === target.value) ?? value)}
    >
      {INVITATION_TERMS.map((one) => (
        <option key={one} value={one}>
          {TERMS[one]}
        </option>
      ))}
    </SelectField>
  );
}

interface ChoiceProps {
  chosen: readonly Permission[];
  /** The sentence about what they allow, after 'They may'. */
  words: string;
  onChange: (chosen: readonly Permission[]) => void;
}

function PermissionChoice({ chosen, words, onChange }: ChoiceProps) {
  const toggle = (permission: Permission) =>
    onChange(chosen.includes(permission) ? chosen.filter((one) => one !== permission) : [...chosen, permission]);
  return (
    <Row as="fieldset" gap={5} lineGap={0} align="stretch">
      <Legend>Permissions</Legend>
      {PERMISSIONS.map((permission) => (
        <Checkbox
          key={permission}
          label={permission}
          checked={chosen.includes(permission)}
          onChange={() => toggle(permission)}
        />
      ))}
      <Note as="output" size="xs">
        They may {words}.
      </Note>
    </Row>
  );
}
