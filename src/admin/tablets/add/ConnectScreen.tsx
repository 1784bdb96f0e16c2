import { useMemo, useState } from 'react';
import { isPairingCode, typedCode } from '#domain/tablets/pairingCode.ts';
import { fetchTablet, acceptPairing } from '#src/admin/api/tablets.ts';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { ShownLink } from '#src/admin/links/ShownLink.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { useAction } from '#src/admin/shell/useAction.ts';
import { LiveWall } from '../watch/LiveWall.tsx';
import { useWatched } from '../watch/useWatched.ts';
import { LettersField, WRONG_LETTERS } from './fields.tsx';
import { shapes } from '#src/shared/ui/shapes.ts';
import lettersStyles from './LettersForm.module.css';

/** The interval at which the tablet's state is requested while somebody stands before it: shorter than on the list. */
const REFRESH_MS = 2_000;

interface Props {
  tablet: Tablet;
  albums: readonly Album[];
  /**
   * The link with the key; 'letters' where those of the screen are to be typed first, and undefined where they were, so
   * that the screen collects its key.
   */
  by: { url: string } | 'letters' | undefined;
  onClose: () => void;
}

/** Shows how the screen becomes the tablet, and then the screen itself. */
export function ConnectScreen({ tablet, albums, by, onClose }: Props) {
  const [isPaired, setIsPaired] = useState(by === undefined);
  const call = useMemo(() => (token: string) => fetchTablet(token, tablet.id), [tablet.id]);
  const { value, now, staleSince } = useWatched(call, REFRESH_MS);
  const hasShown = value?.report != null && value.state === 'active';
  return (
    <div className={shapes.stack3}>
      {isPaired && !hasShown && <p>The screen collects its key by itself within seconds.</p>}
      {!isPaired && by === 'letters' && <LettersForm tablet={tablet} onPaired={() => setIsPaired(true)} />}
      {typeof by === 'object' && (
        <ShownLink url={by.url} remedy="add the tablet">
          Scan this with the tablet, or open the link on it. The link holds the key and is shown only now.
        </ShownLink>
      )}
      {staleSince === undefined ? (
        <LiveWall tablet={value ?? tablet} albums={albums} now={now} />
      ) : (
        <output className={`${shapes.strong} ${shapes.sunken} ${shapes.rounded} ${shapes.padded}`}>
          The server cannot be reached. Trying again by itself…
        </output>
      )}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}

interface LettersFormProps {
  tablet: Pick<Tablet, 'id'>;
  onPaired: (tablet: Tablet) => void;
}

/** Makes the screen with this code the tablet. */
function LettersForm({ tablet: { id }, onPaired }: LettersFormProps) {
  const [text, setText] = useState('');
  const { busy, failure, setFailure, run } = useAction();
  const code = typedCode(text);

  const connect = () => {
    if (isPairingCode(code))
      void run(async () => onPaired(await adminCall((token) => acceptPairing(token, code, { tabletId: id }))));
    else setFailure(WRONG_LETTERS);
  };

  return (
    <form
      className={`${shapes.grid} ${shapes.withLast} ${lettersStyles.form}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        connect();
      }}
    >
      <LettersField
        value={text}
        onChange={(typed) => {
          setText(typed);
          setFailure(undefined);
        }}
        error={failure}
        hint="It shows them within a minute."
      />
      <Button type="submit" disabled={busy || code === ''}>
        Connect
      </Button>
    </form>
  );
}
