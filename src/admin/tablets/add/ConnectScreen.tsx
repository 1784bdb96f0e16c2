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
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import styles from './ConnectScreen.module.css';
import lettersStyles from './LettersForm.module.css';

/** The interval at which the tablet's state is requested while somebody stands before it: shorter than on the list. */
const REFRESH_MS = 2_000;

interface Props {
  tablet: Tablet;
  albums: readonly Album[];
  /**
   * The way in which the screen gets its key: by the link with the key; 'letters': an admin still has to type the
   * letters of the screen; undefined: they were typed, and the screen collects its key.
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
    <Stack>
      {isPaired && !hasShown && <p>The screen collects its key within seconds.</p>}
      {!isPaired && by === 'letters' && <LettersForm tablet={tablet} onPaired={() => setIsPaired(true)} />}
      {typeof by === 'object' && (
        <ShownLink url={by.url} remedy="add the tablet">
          Scan this with the tablet, or open the link on it. The link holds the key and is shown only now.
        </ShownLink>
      )}
      {staleSince === undefined ? (
        <LiveWall tablet={value ?? tablet} albums={albums} now={now} />
      ) : (
        <output className={styles.trouble}>The server cannot be reached. Trying again…</output>
      )}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Stack>
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
      className={lettersStyles.form}
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
