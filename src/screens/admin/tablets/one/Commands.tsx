import { useId, useState } from 'react';
import { tellTablet } from '#src/api/tablets.ts';
import type { Album } from '#contract/schemas/photos.ts';
import type { Tablet, TabletCommand } from '#contract/schemas/tablets.ts';
import { Button } from '#src/ui/Button.tsx';
import { adminCall } from '../../session/adminCall.ts';
import { SectionHead } from '../../shell/Section.tsx';
import { withToast } from '../../shell/toasts.ts';
import styles from './Commands.module.css';
import { ShowAlbumDialog } from './ShowAlbumDialog.tsx';

type SimpleCommand = Exclude<TabletCommand['command'], 'show'>;

/** The label of each button, and the text after the command was sent. */
const BUTTONS: readonly { command: SimpleCommand; label: string; done: string }[] = [
  { command: 'identify', label: 'Show its name', done: 'shows its name for ten seconds' },
  { command: 'previous', label: 'Previous photo', done: 'goes to the previous photo' },
  { command: 'next', label: 'Next photo', done: 'goes to the next photo' },
  { command: 'pause', label: 'Pause', done: 'pauses' },
  { command: 'resume', label: 'Resume', done: 'goes on' },
  { command: 'reload', label: 'Reload', done: 'loads its page anew' },
  { command: 'warm', label: 'Store photos again', done: 'stores its photos again' },
];

interface Props {
  tablet: Tablet;
  albums: readonly Album[];
}

/** The commands that a tablet carries out at once. */
export function Commands({ tablet: { id, name, listening, albumIds }, albums }: Props) {
  const [isChoosing, setIsChoosing] = useState(false);
  const headingId = useId();

  const tell = (command: TabletCommand, done: string) =>
    withToast(
      async () => {
        await adminCall((token) => tellTablet(token, id, command));
        return `“${name}” ${done}.`;
      },
      { failed: (why) => why },
    );

  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <SectionHead id={headingId} title="At once" />
      {!listening && (
        <p className={styles.reason} id={`${headingId}-reason`}>
          The tablet is not listening at the moment. These buttons work as soon as it is.
        </p>
      )}
      <fieldset
        className={styles.buttons}
        aria-label="What it is told"
        aria-describedby={listening ? undefined : `${headingId}-reason`}
      >
        {BUTTONS.map(({ command, label, done }) => (
          <Button key={command} size="s" disabled={!listening} onClick={() => void tell({ command }, done)}>
            {label}
          </Button>
        ))}
        <Button size="s" disabled={!listening} onClick={() => setIsChoosing(true)}>
          Show an album…
        </Button>
      </fieldset>
      {isChoosing && (
        <ShowAlbumDialog
          albums={albums}
          albumIds={albumIds}
          onClose={() => setIsChoosing(false)}
          onChoose={(album) => {
            setIsChoosing(false);
            void tell({ command: 'show', albumId: album.id }, `shows ${album.name}`);
          }}
        />
      )}
    </section>
  );
}
