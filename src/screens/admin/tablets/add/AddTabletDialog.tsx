import { useState } from 'react';
import { acceptPairing, createTablet } from '#src/api/tablets.ts';
import type { Album } from '#contract/schemas/photos.ts';
import type { NewTablet, Tablet } from '#contract/schemas/tablets.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { adminCall } from '../../session/adminCall.ts';
import type { AdminResource } from '../../shell/useAdminResource.ts';
import { useAction } from '../../shell/useAction.ts';
import { ConnectScreen } from './ConnectScreen.tsx';
import { NewTabletForm } from './NewTabletForm.tsx';

interface Props {
  albums: AdminResource<Album[]>;
  /** The letters on the screen that becomes the tablet, if its code led here. */
  code: string | undefined;
  now: number;
  onAdded: () => void;
  onClose: () => void;
}

interface Added {
  tablet: Tablet;
  /** Undefined when the screen collects its key by itself. */
  url: string | undefined;
}

/** Makes a tablet, then says how its screen gets the key. */
export function AddTabletDialog({ albums, code, now, onAdded, onClose }: Props) {
  const [added, setAdded] = useState<Added>();
  const { busy, failure, run } = useAction();

  const send = (fields: NewTablet) =>
    run(async () => {
      setAdded(await adminCall((token) => add(token, fields, code)));
      onAdded();
    });

  return (
    <Dialog title={added ? `Connect “${added.tablet.name}”` : 'Add a tablet'} onClose={onClose}>
      {added ? (
        <ConnectScreen {...added} onClose={onClose} />
      ) : (
        <NewTabletForm {...{ albums, code, now, busy, failure, onClose }} onSend={(fields) => void send(fields)} />
      )}
    </Dialog>
  );
}

async function add(token: string, fields: NewTablet, code: string | undefined): Promise<Added> {
  if (code !== undefined) return { tablet: await acceptPairing(token, code, fields), url: undefined };
  const { url, ...tablet } = await createTablet(token, fields);
  return { tablet, url };
}
