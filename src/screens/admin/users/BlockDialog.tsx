import { useState } from 'react';
import type { UserRecord } from '#contract/schemas/accounts.ts';
import { addressOrName } from '#domain/access/withoutMail.ts';
import { madeText } from '#domain/access/madeText.ts';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import type { Blocking } from './useBlocking.ts';
import { QuestionDialog } from '../shell/QuestionDialog.tsx';

interface Props {
  user: UserRecord;
  blocking: Blocking;
}

export function BlockDialog({ user, blocking }: Props) {
  const [endMade, setEndMade] = useState(false);
  return (
    <QuestionDialog
      title={`Block ${addressOrName(user)}?`}
      action="Block"
      onConfirm={() => void blocking.set(user, { blocked: true, endMade })}
      onClose={blocking.cancel}
    >
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
    </QuestionDialog>
  );
}
