import { useState } from 'react';
import { removePasskey, renamePasskey } from '#src/api/sessions.ts';
import { PASSKEY_NAME_MAX_CHARACTERS, type PasskeyRecord } from '#contract/admin/passkeys.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { Message } from '#src/ui/Message.tsx';
import { adminCall } from '../session/adminCall.ts';
import { SaveDialog } from '../photos/albums/SaveDialog.tsx';
import { failureText } from '../shell/failureText.ts';

interface Props {
  passkey: PasskeyRecord;
  onDone: () => void;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onDone, onClose }: Props) {
  const [name, setName] = useState(passkey.name);
  const request = useRequest(onDone);
  const typed = name.trim();
  return (
    <SaveDialog
      title="Rename the passkey"
      busy={request.busy}
      disabled={typed === '' || typed === passkey.name}
      failure={request.failure}
      onSave={() => void request.send((token) => renamePasskey(token, { id: passkey.id, name: typed }))}
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
    </SaveDialog>
  );
}

export function RemovePasskeyDialog({ passkey, onDone, onClose }: Props) {
  const request = useRequest(onDone);
  return (
    <Dialog title={`Remove “${passkey.name}”?`} role="alertdialog" onClose={onClose}>
      <p>
        Nobody can sign in with it any more. Who is signed in stays so. Your device may go on offering it: delete it
        there too, in its passwords.
      </p>
      {request.failure !== undefined && <Message kind="error">{request.failure}</Message>}
      <DialogActions>
        <Button data-autofocus="" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          disabled={request.busy}
          onClick={() => void request.send((token) => removePasskey(token, passkey.id))}
        >
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useRequest(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async (call: (token: string) => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await adminCall(call);
      onDone();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return { busy, failure, send };
}
