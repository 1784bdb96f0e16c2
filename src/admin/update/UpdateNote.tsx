import { useState } from 'react';
import type { ServerStatus } from '#contract/server/schemas.ts';
import type { UpdatePayload } from '#contract/update/schemas.ts';
import { versionText } from '#domain/text/versionText.ts';
import { beginUpdate } from '#src/admin/api/update.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { QuestionDialog } from '#src/admin/shell/dialogs.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';

interface Props {
  status: ServerStatus;
  reload: () => Promise<void>;
}

interface OfferProps {
  update: NonNullable<ServerStatus['update']>;
  onBegun: () => Promise<void>;
}

export function UpdateNote({ status: { update }, reload }: Props) {
  return update ? <UpdateOffer update={update} onBegun={reload} /> : null;
}

/** A newer version with its changes, and the button that installs it. */
function UpdateOffer({ update, onBegun }: OfferProps) {
  const { version, commit, changes, isByHand, isRunning, refusal, failure } = update;
  const [isAsked, setAsked] = useState(false);
  const named = versionText(version, commit);
  const canBegin = !isByHand && refusal === null && commit !== null;
  return (
    <Message
      kind="info"
      action={
        canBegin && (
          <Button size="s" disabled={isRunning} onClick={() => setAsked(true)}>
            Update to {named}
          </Button>
        )
      }
    >
      <p>Version {named} is there.</p>
      {changes !== '' && (
        <details>
          <summary>What it brings</summary>
          {changes.split(/\n(?=[-#\n])/).map((line) => (
            <p key={line}>{line.replaceAll(/[*`]|^#+ /g, '')}</p>
          ))}
        </details>
      )}
      {isByHand && <p>This server is updated by hand: fetch the new version, and start the server again.</p>}
      {refusal !== null && <Text>It is not installed: {refusal}.</Text>}
      {isRunning && (
        <output>It is being installed and tried. The server switches to it automatically, and back if it fails.</output>
      )}
      {failure !== null && <p>It was tried and gave way: {failure}. Nothing was lost.</p>}
      {isAsked && canBegin && (
        <UpdateQuestion release={{ version, commit }} onBegun={onBegun} onClose={() => setAsked(false)} />
      )}
    </Message>
  );
}

interface QuestionProps extends Pick<OfferProps, 'onBegun'> {
  release: UpdatePayload;
  onClose: () => void;
}

/** Names the commit as a whole, so that it can be compared with what its makers published. */
function UpdateQuestion({ release, onBegun, onClose }: QuestionProps) {
  const { version, commit } = release;
  const { busy, failure, run } = useAction();
  const begin = () =>
    run(async () => {
      await adminCall((token) => beginUpdate(token, release));
      onClose();
      await onBegun();
    });
  return (
    <QuestionDialog
      title={`Update to ${version}?`}
      action={`Update to ${versionText(version, commit)}`}
      isDangerous={false}
      busy={busy}
      failure={failure}
      onConfirm={() => void begin()}
      onClose={onClose}
    >
      <Text>This commit is built, tried on a copy, and then serves your photos: {commit}.</Text>
    </QuestionDialog>
  );
}
