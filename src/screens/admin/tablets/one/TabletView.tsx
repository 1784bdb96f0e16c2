import type { Album } from '#contract/schemas/photos.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import type { AdminResource } from '../../shell/useAdminResource.ts';
import { ConnectScreen } from '../add/ConnectScreen.tsx';
import { AccessSection } from './AccessSection.tsx';
import { Commands } from './Commands.tsx';
import { KeySection } from './KeySection.tsx';
import { SettingsForm } from './settings/SettingsForm.tsx';
import { DiarySection } from './shown/DiarySection.tsx';
import { ShownSection } from './shown/ShownSection.tsx';
import { TabletHead } from './TabletHead.tsx';
import styles from './TabletView.module.css';
import { useKeyActions } from './useKeyActions.ts';
import { useTabletEdits } from './useTabletEdits.ts';
import { WallPreview } from '../preview/WallPreview.tsx';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  loaded: Tablet;
  now: number;
  albums: AdminResource<Album[]>;
  reload: () => Promise<void>;
}

const SAVED_AT_ONCE =
  'Each change is saved at once and reaches the tablet within seconds; what it begins with, once nobody has touched it for 30 seconds.';

export function TabletView({ loaded, now, albums, reload }: Props) {
  const edits = useTabletEdits(loaded, reload);
  // Here, since the section with the key changes its place when the state of the tablet does.
  const { link, closeLink, run } = useKeyActions(loaded, reload);
  const { tablet, change } = edits;
  const known = albums.data ?? [];
  const isOver = tablet.state === 'revoked';
  return (
    <>
      <TabletHead tablet={tablet} albums={known} now={now} onRename={(name) => change({ name })} />
      {isOver && <KeySection tablet={tablet} now={now} run={run} />}
      <div className={`${shapes.stack5} ${shapes.columns}`}>
        <div className={styles.left}>
          <WallPreview tablet={tablet} albums={known} now={new Date(now)} />
          {!isOver && <Commands tablet={tablet} albums={known} />}
          <DiarySection id={tablet.id} now={now} />
          <ShownSection id={tablet.id} albums={known} />
        </div>
        <div className={styles.right}>
          <output className={shapes.note}>{edits.isSaving ? 'Saving…' : SAVED_AT_ONCE}</output>
          <SettingsForm
            tablet={tablet}
            albums={known}
            now={now}
            onChange={(settings) => change({ settings })}
            onCode={change}
            connection={
              !isOver && (
                <>
                  <AccessSection tablet={tablet} albums={albums} now={now} onChange={change} />
                  <KeySection tablet={tablet} now={now} run={run} />
                </>
              )
            }
          />
        </div>
      </div>
      {link !== undefined && (
        <Dialog title={`Connect “${tablet.name}”`} onClose={closeLink}>
          <ConnectScreen tablet={tablet} albums={known} url={link} hasLetters onClose={closeLink} />
        </Dialog>
      )}
    </>
  );
}
