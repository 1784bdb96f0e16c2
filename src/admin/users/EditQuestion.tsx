import { affectedGroups } from '#domain/users/affectedText.ts';
import { madeText } from '#domain/users/madeText.ts';
import { QuestionDialog } from '#src/admin/shell/dialogs.tsx';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import type { Editing, Question } from './useEditing.ts';

/** Asks an admin before an edit of a person is saved. */
export function EditQuestion({ editing }: { editing: Editing }) {
  const { asking } = editing;
  if (!asking) return null;
  return asking.about === 'made' ? (
    <EndMadeDialog asking={asking} editing={editing} />
  ) : (
    <AffectedDialog asking={asking} editing={editing} />
  );
}

interface Props<About> {
  asking: Extract<Question, { about: About }>;
  editing: Editing;
}

/** Asks about tablets and shares of somebody who may not make them any more. */
function EndMadeDialog({ asking: { name, left, answers }, editing }: Props<'made'>) {
  const save = (endMade: boolean) => void editing.save({ ...answers, endMade });
  return (
    <Dialog role="alertdialog" title="End what this account made?" onClose={editing.closeQuestion}>
      <p>{`${name} made ${madeText(left)}, and may not make more. What it made stays in use unless you end it.`}</p>
      <DialogActions>
        <Button data-autofocus onClick={editing.closeQuestion}>
          Cancel
        </Button>
        <Button onClick={() => save(false)}>Save only</Button>
        <Button variant="danger" onClick={() => save(true)}>
          Save and end it
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Names the things of somebody for albums that leave their list. */
function AffectedDialog({ asking: { name, affected, answers }, editing }: Props<'albums'>) {
  return (
    <QuestionDialog
      title={`${name} sees fewer albums`}
      action="Save"
      isDangerous={false}
      onConfirm={() => void editing.save({ ...answers, knowsAffected: true })}
      onClose={editing.closeQuestion}
    >
      {affectedGroups(affected).map(({ kind, sentence, names }) => (
        <div key={kind}>
          <p>{sentence}</p>
          <ul>
            {names.map((one, index) => (
              // Two links may have one name.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>{one}</li>
            ))}
          </ul>
        </div>
      ))}
    </QuestionDialog>
  );
}
