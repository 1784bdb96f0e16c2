import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  ReadinessCode,
  ServerStatus,
  Overview,
  InstallationStatus,
  UpdatePayload,
} from '#contract/home/schemas.ts';
import { remedyOf } from '#domain/troubles.ts';
import { leavingText } from '#domain/sources/sourceState.ts';
import { versionText } from '#domain/text/versionText.ts';
import { beginUpdate, fetchInstallation, fetchOverview, fetchServerStatus } from '#src/admin/api/installation.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { QuestionDialog } from '#src/admin/shell/dialogs.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';

/**
 * Tells an admin, in plain sentences, which problems the server has and where to solve them. Shows nothing while all is
 * well.
 */
export function ServerTroubles({ reasons }: Pick<ServerStatus, 'reasons'>) {
  if (reasons.length === 0) return null;
  return (
    <Message kind="error">
      {reasons.map(({ code, message, detail }) => (
        <p key={code}>
          {message}
          {detail !== undefined && <Note as="span"> The server says: {detail}.</Note>} <Remedy code={code} />
        </p>
      ))}
    </Message>
  );
}

function Remedy({ code }: { code: ReadinessCode }) {
  const { text, page } = remedyOf(code);
  return page ? <Link to={page}>{text}</Link> : <span>{text}</span>;
}

interface Props {
  update: NonNullable<ServerStatus['update']>;
  onBegun: () => Promise<void>;
}

/** A newer version with its changes, and the button that installs it. */
export function UpdateNote({ update, onBegun }: Props) {
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

/** Names the sources with photos that have left them and that wait for a decision before they go to the trash. */
export function LeavingNote({ leaving }: { leaving: NonNullable<Overview['leaving']> }) {
  return (
    <Message
      kind="info"
      action={
        <LinkButton to="/admin/sources" size="s">
          Decide
        </LinkButton>
      }
    >
      {leaving.map(({ source, photos }) => (
        <p key={source} dir="auto">
          {leavingText({ photos, name: source })} {photos === 1 ? 'waits' : 'wait'} for your yes to go to the trash.
        </p>
      ))}
    </Message>
  );
}

interface QuestionProps extends Pick<Props, 'onBegun'> {
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

/** The status of the server, reloaded whenever the page is shown again; undefined for everybody but admins. */
export function useServerStatus(isAdmin: boolean): AdminResource<ServerStatus | undefined> {
  return useAdminResource<ServerStatus | undefined>(isAdmin ? fetchServerStatus : nothing, { reloadOn: whenShown });
}

/** The place of the data, and whether there is any; undefined for everybody but admins. */
export function useInstallation(isAdmin: boolean): AdminResource<InstallationStatus | undefined> {
  return useAdminResource<InstallationStatus | undefined>(isAdmin ? fetchInstallation : nothing);
}

/** Counts and last uploads, reloaded whenever the page is shown again. */
export function useOverview(): AdminResource<Overview> {
  return useAdminResource(fetchOverview, { reloadOn: whenShown });
}

async function nothing(): Promise<undefined> {
  return undefined;
}

/** Values may have changed while the page was in the background. */
function whenShown(reload: () => Promise<void>): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') void reload();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => document.removeEventListener('visibilitychange', onVisibilityChange);
}
