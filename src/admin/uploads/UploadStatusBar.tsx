import { Link, useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { countOf } from '#domain/curation/counts.ts';
import { type Unfinished, unfinishedText } from '#domain/uploads/storedUploads.ts';
import { isPending, photosIn, type UploadItem } from '#domain/uploads/uploadQueue.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { ProgressBar } from '#src/shared/ui/ProgressBar.tsx';
import { ACCEPTED } from '#src/shared/preparations.ts';
import { useAction } from '#src/admin/shell/useAction.ts';
import styles from './UploadStatusBar.module.css';
import { tabUploader, useUploadQueue, useUnfinishedUploads, useUploadNote } from './tabUploader.ts';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';

/** At the foot of admin pages: unfinished uploads, and a running upload unless its album is on screen. */
export function UploadStatusBar() {
  return (
    <>
      <UnfinishedUploads />
      <RunningUpload />
    </>
  );
}

function RunningUpload() {
  const { items: files, pausing } = useUploadQueue();
  const items = photosIn(files);
  const { slug: shownSlug } = useParams({ strict: false });
  const pending = items.find((item) => isPending(item) && tabUploader.targetOf(item.albumId)?.slug !== shownSlug);
  const target = pending && tabUploader.targetOf(pending.albumId);
  if (!target) return null;
  const ofAlbum = items.filter((item) => item.albumId === target.id);
  const done = doneIn(ofAlbum);
  const albums = new Set(items.map(({ albumId }) => albumId)).size;
  return (
    <aside className={styles.bar} aria-label="Upload in progress">
      <p>
        {pausing ? 'The connection was lost. Trying again… ' : ''}
        {done} of {countOf(ofAlbum.length, 'photo')} uploaded to{' '}
        <Link to="/admin/photos/$slug" params={{ slug: target.slug }} className={styles.album}>
          {target.name}
        </Link>
        {albums > 1 && ` · ${doneIn(items)} of ${items.length} in ${albums} albums`}
      </p>
      <ProgressBar label="Upload" percent={(doneIn(items) / items.length) * 100} size="s" />
    </aside>
  );
}

function doneIn(items: readonly UploadItem[]): number {
  return items.filter((item) => !isPending(item)).length;
}

/** Names at the foot of admin pages the files that an earlier tab could not send, and continues with them. */
function UnfinishedUploads() {
  const unfinished = useUnfinishedUploads();
  const note = useUploadNote();
  if (!unfinished && note === undefined) return null;
  return (
    <aside className={styles.bar} aria-label="Unfinished upload">
      {note !== undefined && (
        <Message
          kind="error"
          action={
            <Button size="s" onClick={() => tabUploader.dismissNote()}>
              Dismiss
            </Button>
          }
        >
          {note}
        </Message>
      )}
      {unfinished && (
        <Row gap={4} lineGap={2}>
          <Text className={styles.words}>{unfinishedText(unfinished)}</Text>
          <Actions unfinished={unfinished} />
        </Row>
      )}
    </aside>
  );
}

function Actions({ unfinished: { missing, inReach, isOfFolders } }: { unfinished: Unfinished }) {
  const { busy, run } = useAction();
  return (
    <Row align="stretch">
      <Button size="s" onClick={() => tabUploader.discard()}>
        Discard
      </Button>
      {inReach < missing && <ChooseButtons ofFolders={isOfFolders} />}
      {inReach > 0 && (
        <Button size="s" variant="primary" disabled={busy} onClick={() => void run(() => tabUploader.resume())}>
          {inReach === missing ? 'Continue' : `Continue with ${countOf(inReach, 'photo')}`}
        </Button>
      )}
    </Row>
  );
}

/** Files from a picker are chosen again one by one; those of a folder by their folder, where the browser can. */
function ChooseButtons({ ofFolders }: { ofFolders: boolean }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const input = { type: 'file', multiple: true, hidden: true, onChange: takeChosen } as const;
  return (
    <>
      <Button size="s" variant={ofFolders ? 'secondary' : 'primary'} onClick={() => files.current?.click()}>
        Choose photos
      </Button>
      {ofFolders && (
        <Button size="s" variant="primary" onClick={() => folder.current?.click()}>
          Choose the folder
        </Button>
      )}
      <input ref={files} {...input} accept={ACCEPTED} aria-label="Missing photos" />
      <input
        ref={(element) => {
          folder.current = element;
          if (element) element.webkitdirectory = true;
        }}
        {...input}
        aria-label="Folder with the missing photos"
      />
    </>
  );
}

function takeChosen({ currentTarget: input }: { currentTarget: HTMLInputElement }): void {
  const chosen = Array.from(input.files ?? [], (file) => ({
    file,
    path: file.webkitRelativePath.split('/').slice(0, -1),
  }));
  // The input is emptied, because choosing the same folder again would otherwise fire no change event.
  input.value = '';
  if (chosen.length > 0) void tabUploader.choose(chosen);
}
