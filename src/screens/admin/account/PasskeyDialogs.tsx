import { useState } from 'react';
import { removePasskey, renamePasskey } from '#src/api/sessions.ts';
import { PASSKEY_NAME_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import type { PasskeyRecord } from '#contract/schemas/passkeys.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { adminCall } from '../session/adminCall.ts';
import { FormDialog } from '../shell/FormDialog.tsx';
import { useAction } from '../shell/useAction.ts';
import { QuestionDialog } from '../shell/QuestionDialog.tsx';

interface Props {
  passkey: PasskeyRecord;
  onDone: () => void;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onDone, onClose }: Props) {
  const [name, setName] = useState(passkey.name);
  const request = useAction();
  const typed = name.trim();
  const rename = async () => {
    await adminCall((token) => renamePasskey(token, { id: passkey.id, name: typed }));
    onDone();
  };
  return (
    <FormDialog
      title="Rename the passkey"
      busy={request.busy}
      disabled={typed === '' || typed === passkey.name}
      failure={request.failure}
      onSave={() => void request.run(rename)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        data-autofocus=""
        maxLength={PASSKEY_NAME_MAX_CHARACTERS}
        value={name}
        onChange={(event) => setName(event.target.value)}
        hint="Such as the device it is on."
      />
    </FormDialog>
  );
}

export function RemovePasskeyDialog({ passkey, onDone, onClose }: Props) {
  const request = useAction();
  const remove = async () => {
    await adminCall((token) => removePasskey(token, passkey.id));
    onDone();
  };
  return (
    <QuestionDialog
      title={`Remove “${passkey.name}”?`}
      action="Remove"
      busy={request.busy}
      failure={request.failure}
      onConfirm={() => void request.run(remove)}
      onClose={onClose}
    >
      <p>
        Nobody can sign in with it any more. Who is signed in stays so. Your device may go on offering it: delete it
        there too, in its passwords.
      </p>
    </QuestionDialog>
  );
}
