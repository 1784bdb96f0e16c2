import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import type { StepState } from '#domain/installation/setUpSteps.ts';
import { Button } from '#src/ui/Button.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import type { AdminResource } from '../shell/useAdminResource.ts';
import { AddTabletDialog } from '../tablets/add/AddTabletDialog.tsx';
import type { Watched } from '../tablets/watch/useWatched.ts';
import styles from './SetUpScreen.module.css';
import { StepCard } from './StepCard.tsx';

interface Props {
  state: StepState;
  onSkip: (isSkipped: boolean) => void;
  albums: AdminResource<Album[]>;
  tablets: Watched<Tablet[]>;
  /** The name of a screen that is connected. */
  connected: string | undefined;
}

/** A first screen for the photos. */
export function ScreenStep({ state, onSkip, albums, tablets, connected }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const summary = connected !== undefined && (
    <div className={styles.summary}>
      <p>“{connected}” is connected.</p>
      <LinkButton to="/admin/tablets" size="s">
        See your screens
      </LinkButton>
    </div>
  );
  return (
    <>
      <StepCard number={2} title="A screen" state={state} onSkip={onSkip} summary={summary}>
        <p>
          Any tablet, phone or computer with a browser. Give it a name here, then scan a code with it, or type here the
          six letters that it shows at <strong>{window.location.host}</strong> under ‘Connect this screen’.
        </p>
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => setIsAdding(true)}>
            Connect a screen
          </Button>
        </div>
      </StepCard>
      {/* Beside the card, since connecting the screen turns the card into its summary while the dialog is open. */}
      {isAdding && (
        <AddTabletDialog
          albums={albums}
          code={undefined}
          now={tablets.now}
          onAdded={() => void tablets.load.reload()}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}
