import { useSearch } from '@tanstack/react-router';
import { fetchTablets } from '#src/admin/api/tablets.ts';
import { isPairingCode, typedCode } from '#domain/tablets/pairingCode.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { StaleNote, LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useDialogInAddress } from '#src/shared/ui/dialogEntries.ts';
import { useAlbums } from '#src/admin/edits/useAlbums.ts';
import { TabletList } from './TabletList.tsx';
import { useWatched } from '../watch/useWatched.ts';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { ConnectForm } from '../add/ConnectForm.tsx';
import { ConnectScreen } from '../add/ConnectScreen.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { TextLink } from '#src/shared/ui/text/TextLink.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import styles from './TabletsScreen.module.css';

interface AddTabletDialogProps {
  albums: AdminResource<Album[]>;
  /** The tablets that are there. */
  tablets: readonly Tablet[];
  /** The code of the screen that becomes the tablet, if its QR code led here. */
  code: string | undefined;
  now: number;
  onAdded: () => void;
  hasEntry: boolean;
  onClose: () => void;
}

/** All tablets with their states, and a way to add one. */
export function TabletsScreen() {
  // `code` is the letters of a screen that is to be connected: the QR code on that screen leads here.
  const { add, code } = useSearch({ from: '/admin/tablets/' });
  const { load, value: tablets, now, staleSince } = useWatched(fetchTablets);
  const albums = useAlbums();
  const { hasEntry, close } = useDialogInAddress();
  const letters = code === undefined ? undefined : typedCode(code);
  return (
    <>
      <AdminTitle>Tablets</AdminTitle>
      <Row gap={3} lineGap={1} justify="between">
        <TextLink to="/admin/circuit-tree" className={styles.back}>
          {'< Back to Circuit Tree'}
        </TextLink>
        <Heading level={1}>Tablets</Heading>
        <LinkButton to="/admin/tablets" search={{ add: 'tablet' }} state={{ dialogOpened: true }} variant="primary">
          + Add Tablet
        </LinkButton>
      </Row>
      {staleSince === undefined ? (
        !tablets && <LoadFailureMessage text="Failed to load the tablets" load={load} />
      ) : (
        <StaleNote since={staleSince} now={staleSince} what="the tablets" />
      )}
      {!tablets && !load.failure && <Text tone="quiet">Loading tablets...</Text>}
      {tablets?.length === 0 && (
        <Stack gap={2} align="center" className={styles.none}>
          <p>No tablet is connected yet.</p>
          <Text tone="quiet">
            Open this server on any screen and press ‘Connect this screen’. Then add it here by its letters, or scan its
            code with this device.
          </Text>
        </Stack>
      )}
      {tablets && tablets.length > 0 && (
        <>
          <TabletList tablets={tablets} albums={albums.data ?? []} now={now} isStale={staleSince !== undefined} />
        </>
      )}
      {(add !== undefined || letters !== undefined) && (
        <AddTabletDialog
          albums={albums}
          tablets={tablets ?? []}
          code={letters !== undefined && isPairingCode(letters) ? letters : undefined}
          now={now}
          onAdded={() => void load.reload()}
          hasEntry={hasEntry}
          onClose={close}
        />
      )}
    </>
  );
}

/** Connects a screen, then shows it live. */
function AddTabletDialog({ albums, tablets, code, now, onAdded, hasEntry, onClose }: AddTabletDialogProps) {
  const [added, setAdded] = useState<{ tablet: Tablet; by: { url: string } | undefined }>();
  return (
    <Dialog title={added ? `Connect “${added.tablet.name}”` : 'Add a tablet'} hasEntry={hasEntry} onClose={onClose}>
      {added ? (
        <ConnectScreen {...added} albums={albums.data ?? []} onClose={onClose} />
      ) : (
        <ConnectForm
          {...{ albums, tablets, code, now, onClose }}
          onConnected={(tablet, url) => {
            setAdded({ tablet, by: url === undefined ? undefined : { url } });
            onAdded();
          }}
        />
      )}
    </Dialog>
  );
}
