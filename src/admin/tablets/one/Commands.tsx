import { useId, useState } from 'react';
import { tellTablet } from '#src/admin/api/tablets.ts';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet, TabletCommand } from '#contract/tablets/schemas.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { SectionHead } from '#src/admin/shell/Section.tsx';
import { withToast } from '#src/admin/shell/toasts.ts';
import { MESSAGE_MAX_CHARACTERS } from '#contract/tablets/limits.ts';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { FormDialog } from '#src/admin/shell/dialogs.tsx';
import { visibleChoices } from '#domain/curation/albumAccess.ts';
import { RadioList } from '#src/shared/ui/choices/RadioList.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

interface ShowAlbumDialogProps {
  albums: readonly Album[];
  /** The albums that the tablet may see; null: all. */
  albumIds: readonly string[] | null;
  onChoose: (album: Album) => void;
  onClose: () => void;
}

interface MessageDialogProps {
  onSend: (text: string) => void;
  onClose: () => void;
}

/** The label of each button, and the text after the command was sent. */
const BUTTONS: readonly { command: TabletCommand; label: string; done: string }[] = [
  { command: { command: 'identify' }, label: 'Show its name', done: 'shows its name for ten seconds' },
  { command: { command: 'previous' }, label: 'Previous photo', done: 'goes to the previous photo' },
  { command: { command: 'next' }, label: 'Next photo', done: 'goes to the next photo' },
];
const MORE_BUTTONS: typeof BUTTONS = [
  { command: { command: 'awake', on: true }, label: 'Wake', done: 'shows the wall for two minutes' },
  { command: { command: 'awake', on: false }, label: 'Send to sleep', done: 'is black until its next rule or a touch' },
  { command: { command: 'reload' }, label: 'Reload', done: 'reloads its page' },
  { command: { command: 'warm' }, label: 'Download photos again', done: 'downloads its photos again' },
];

interface Props {
  tablet: Tablet;
  albums: readonly Album[];
}

/** The commands that a tablet carries out at once. */
export function Commands({ tablet: { id, name, listening, albumIds, report }, albums }: Props) {
  const [isChoosing, setIsChoosing] = useState(false);
  const [isWriting, setIsWriting] = useState(false);
  const headingId = useId();

  const tell: Tell = (command, done) => tellWithToast({ id, name }, command, done);

  const simpleButton = ({ command, label, done }: (typeof BUTTONS)[number]) => (
    <Button key={label} size="s" disabled={!listening} onClick={() => void tell(command, done)}>
      {label}
    </Button>
  );

  return (
    <Stack as="section" gap={2} aria-labelledby={headingId}>
      <SectionHead id={headingId} title="Remote control" />
      {!listening && (
        <Note id={`${headingId}-reason`}>
          The tablet is not connected at the moment. These buttons work as soon as it is.
        </Note>
      )}
      <Row
        as="fieldset"
        align="stretch"

        aria-label="Remote control"
        aria-describedby={listening ? undefined : `${headingId}-reason`}
      >
        {BUTTONS.map(simpleButton)}
        <PauseButton disabled={!listening} isPaused={report?.paused ?? false} tell={tell} />
        {MORE_BUTTONS.map(simpleButton)}
        <Button size="s" disabled={!listening} onClick={() => setIsChoosing(true)}>
          Show an album…
        </Button>
        <Button size="s" disabled={!listening} onClick={() => setIsWriting(true)}>
          A line of words…
        </Button>
      </Row>
      {isWriting && (
        <MessageDialog
          onClose={() => setIsWriting(false)}
          onSend={(text) => {
            setIsWriting(false);
            void tell({ command: 'message', text }, text === '' ? 'shows no words any more' : 'shows your words');
          }}
        />
      )}
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
    </Stack>
  );
}

type Tell = (command: TabletCommand, done: string) => Promise<void>;

function tellWithToast({ id, name }: Pick<Tablet, 'id' | 'name'>, ...[command, done]: Parameters<Tell>): Promise<void> {
  const act = async () => {
    await adminCall((token) => tellTablet(token, id, command));
    return `“${name}” ${done}.`;
  };
  return withToast(act, { failed: (why) => why });
}

interface PauseProps {
  disabled: boolean;
  /** The state in the tablet's last report. */
  isPaused: boolean;
  tell: Tell;
}

/** After a press the button names the opposite action, until the tablet reports another state. */
function PauseButton({ disabled, isPaused: isReported, tell }: PauseProps) {
  const [known, setKnown] = useState(isReported);
  const [isPaused, setIsPaused] = useState(isReported);
  if (known !== isReported) {
    setKnown(isReported);
    setIsPaused(isReported);
  }
  const press = () => {
    setIsPaused(!isPaused);
    void tell({ command: isPaused ? 'resume' : 'pause' }, isPaused ? 'goes on' : 'pauses');
  };
  return (
    <Button size="s" disabled={disabled} onClick={press}>
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  );
}

/** Sends a message to the wall, where it stays until the next one; an empty one removes it. */
function MessageDialog({ onSend, onClose }: MessageDialogProps) {
  const [text, setText] = useState('');
  return (
    <FormDialog
      title="A line of words on the wall"
      action={text.trim() === '' ? 'Remove the words' : 'Show'}
      onSave={() => onSend(text.trim())}
      onClose={onClose}
    >
      <TextField
        label="Words"
        hint="They stay until the next message. Leave it empty to remove them."
        value={text}
        maxLength={MESSAGE_MAX_CHARACTERS}
        dir="auto"
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}

function ShowAlbumDialog({ albums, albumIds, onChoose, onClose }: ShowAlbumDialogProps) {
  const [chosenId, setChosenId] = useState<string>();
  const choices = visibleChoices(albums, albumIds);
  const chosen = choices.find(({ album }) => album.id === chosenId)?.album;
  return (
    <FormDialog
      title="Show an album"
      action="Show"
      disabled={!chosen}
      onSave={() => chosen && onChoose(chosen)}
      onClose={onClose}
    >
      {choices.length === 0 ? (
        <p>There is no album that this tablet may see.</p>
      ) : (
        <RadioList
          label="Album"
          name="shown-album"
          choices={choices.map(({ album, depth }) => ({ value: album.id, label: album.name, depth }))}
          value={chosenId}
          onChange={setChosenId}
        />
      )}
    </FormDialog>
  );
}
