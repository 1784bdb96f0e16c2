import { useMemo, useState } from 'react';
import { fetchTablet } from '#src/api/tablets.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { tabletState } from '#domain/tabletAdmin/tabletState.ts';
import { Button } from '#src/ui/Button.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { ShownLink } from '../../links/ShownLink.tsx';
import { useWatched } from '../watch/useWatched.ts';
import { StateMark } from '../watch/StateMark.tsx';
import styles from './ConnectScreen.module.css';
import { LettersForm } from './LettersForm.tsx';

/** While somebody stands before the tablet, its state is asked for more often than on the list. */
const REFRESH_MS = 2_000;

interface Props {
  tablet: Tablet;
  /** The link with the key; undefined when the screen collects its key by itself. */
  url: string | undefined;
  onClose: () => void;
}

/** Shows how the screen becomes the tablet, and whether it has. */
export function ConnectScreen({ tablet, url, onClose }: Props) {
  const [isPaired, setIsPaired] = useState(url === undefined);
  return (
    <div className={styles.connect}>
      {isPaired ? (
        <p>The screen collects its key by itself within seconds. Nothing has to be typed on it.</p>
      ) : (
        <>
          {url !== undefined && (
            <ShownLink url={url} remedy="add the tablet">
              Scan this with the tablet, or open the link on it. The link holds the key and is shown only now.
            </ShownLink>
          )}
          <p className={styles.or}>Or, if the tablet shows ‘Connect this screen’:</p>
          <LettersForm tablet={tablet} onPaired={() => setIsPaired(true)} />
        </>
      )}
      <LiveState tablet={tablet} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}

function LiveState({ tablet }: { tablet: Tablet }) {
  const call = useMemo(() => (token: string) => fetchTablet(token, tablet.id), [tablet.id]);
  const { value, now, staleSince } = useWatched(call, REFRESH_MS);
  const state = tabletState(value ?? tablet, now);
  return (
    <output className={styles.state} data-mark={state.mark}>
      <StateMark of={state.mark} />
      {staleSince === undefined ? state.text : 'The server cannot be reached. Trying again by itself…'}
    </output>
  );
}
