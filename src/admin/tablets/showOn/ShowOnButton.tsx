import { useState } from 'react';
import { mayPass } from '#domain/access/permissions.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { IconButton } from '#src/shared/picture/IconButton.tsx';
import { fetchAlbums } from '#src/shared/api/albums.ts';
import { fetchTablets, tellTablet } from '#src/admin/api/tablets.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { arrangedTablets } from '#domain/tablets/tabletState.ts';
import { visibleChoices } from '#domain/curation/albumAccess.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { withToast } from '#src/admin/shell/toasts.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import type { ViewedPhoto } from '#src/shared/picture/viewedPhotos.ts';
import styles from './ShowOnDialog.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';

/**
 * The interval at which the list is loaded again, so that a wall that is switched on while the dialog is open appears.
 */
const REFRESH_MS = 3_000;

const loadAlbums = (token: string) => fetchAlbums({ token });

/** For people who may command tablets. */
export function ShowOnButton({ viewed }: { viewed: ViewedPhoto }) {
  const [isChoosing, setIsChoosing] = useState(false);
  if (!mayPass(useStoredUser()?.permissions ?? [], ['admin'])) return null;
  return (
    <>
      <IconButton icon="tablet" label="Show on…" onClick={() => setIsChoosing(true)} />
      {isChoosing && <ShowOnDialog viewed={viewed} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

interface Props {
  viewed: ViewedPhoto;
  onClose: () => void;
}

/** The walls on which a photo can be shown now, by one press. */
function ShowOnDialog({ viewed: { photo, albumId }, onClose }: Props) {
  const load = useAdminResource(fetchTablets, { refreshMs: REFRESH_MS });
  const albums = useAdminResource(loadAlbums);
  const maySee = ({ albumIds }: Tablet) =>
    visibleChoices(albums.data ?? [], albumIds).some(({ album }) => album.id === albumId);
  const walls = arrangedTablets(load.data?.value ?? [], '').filter(({ listening }) => listening);
  const shownOn = walls.filter(maySee);
  const show = ({ id, name }: Tablet) => {
    onClose();
    const command = { command: 'show', albumId, filename: photo.filename } as const;
    void withToast(
      async () => {
        await adminCall((token) => tellTablet(token, id, command));
        return `“${name}” shows this photo.`;
      },
      { failed: (why) => why },
    );
  };
  return (
    <Dialog title="Show on…" onClose={onClose}>
      <LoadFailureMessage text="Failed to load the tablets" load={load} />
      <Stack as="ul" gap={2} className={styles.walls} aria-label="Tablets">
        {shownOn.map((tablet) => (
          <li key={tablet.id}>
            <Button onClick={() => show(tablet)}>
              <bdi>{tablet.name}</bdi>
            </Button>
          </li>
        ))}
      </Stack>
      {load.data && albums.data && shownOn.length === 0 && (
        <p>
          {walls.length === 0
            ? 'No tablet is connected at the moment.'
            : 'No tablet that is connected may see this album.'}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}
