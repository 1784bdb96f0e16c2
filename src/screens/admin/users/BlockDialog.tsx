import { useState } from 'react';
import type { UserRecord } from '#contract/entities.ts';
import { addressOrName } from '#domain/access/withoutMail.ts';
import { madeText } from '#domain/access/madeText.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import type { Blocking } from './useBlocking.ts';

interface Props {
  user: UserRecord;
  blocking: Blocking;
}

export function BlockDialog({ user, blocking }: Props) {
  const [endMade, setEndMade] = useState(false);
  return (
    <Dialog role="alertdialog" title={`Block ${addressOrName(user)}?`} onClose={blocking.cancel}>
      <p>
        All sessions of this account end at once, and the open invitations and sign-in links that it made. Nobody can
        sign in to it until an admin unblocks it.
      </p>
      {user.made && (
        <>
          <p>{`It also made ${madeText(user.made)}: what it made goes on unless you end it.`}</p>
          <Checkbox label="End what it made too" checked={endMade} onChange={() => setEndMade(!endMade)} />
        </>
      )}
      <DialogActions>
        <Button data-autofocus onClick={blocking.cancel}>
          Cancel
        </Button>
        <Button variant="danger" onClick={() => void blocking.set(user, { blocked: true, endMade })}>
          Block
        </Button>
      </DialogActions>
    </Dialog>
  );
}
