import type { ServerStatus } from '#contract/schemas/server.ts';
import { beginUpdate } from '#src/api/installation.ts';
import { Button } from '#src/ui/Button.tsx';
import { Message } from '#src/ui/Message.tsx';
import { adminCall } from '../session/adminCall.ts';
import { useAction } from '../shell/useAction.ts';

interface Props {
  update: NonNullable<ServerStatus['update']>;
  onBegun: () => Promise<void>;
}

/** A newer version with its changes, and the button that installs it. */
export function UpdateNote({ update: { version, changes, isByHand, isRunning, failure }, onBegun }: Props) {
  const { busy, failure: refused, run } = useAction();
  const begin = () => run(() => adminCall((token) => beginUpdate(token, version)).then(onBegun));
  return (
    <Message
      kind="info"
      action={
        !isByHand && (
          <Button size="s" disabled={busy || isRunning} onClick={() => void begin()}>
            Update
          </Button>
        )
      }
    >
      <p>Version {version} is there.</p>
      {changes !== '' && (
        <details>
          <summary>What it brings</summary>
          {changes.split(/\n(?=[-#\n])/).map((line) => (
            <p key={line}>{line.replaceAll(/[*`]|^#+ /g, '')}</p>
          ))}
        </details>
      )}
      {isByHand && <p>This server is updated by hand: fetch the new version, and start the server again.</p>}
      {isRunning && (
        <output>
          It is being installed and tried. The server goes over to it by itself, and back if it does not hold.
        </output>
      )}
      {failure !== null && <p>It was tried and gave way: {failure}. Nothing was lost.</p>}
      {refused !== undefined && <p>{refused}</p>}
    </Message>
  );
}
