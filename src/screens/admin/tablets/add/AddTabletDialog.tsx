import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import type { AdminResource } from '../../shell/useAdminResource.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { ConnectScreen } from './ConnectScreen.tsx';

interface Props {
  albums: AdminResource<Album[]>;
  /** The tablets that are there. */
  tablets: readonly Tablet[];
  /** The letters on the screen that becomes the tablet, if its code led here. */
  code: string | undefined;
  now: number;
  onAdded: () => void;
  onClose: () => void;
}

/** Connects a screen, then shows it live. */
export function AddTabletDialog({ albums, tablets, code, now, onAdded, onClose }: Props) {
  const [added, setAdded] = useState<{ tablet: Tablet; url: string | undefined }>();
  return (
    <Dialog title={added ? `Connect “${added.tablet.name}”` : 'Add a tablet'} onClose={onClose}>
      {added ? (
        <ConnectScreen {...added} albums={albums.data ?? []} onClose={onClose} />
      ) : (
        <ConnectForm
          {...{ albums, tablets, code, now, onClose }}
          onConnected={(tablet, url) => {
            setAdded({ tablet, url });
            onAdded();
          }}
        />
      )}
    </Dialog>
  );
}
