import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { SharedAlbum } from '#contract/shares/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import {
  filesInSight,
  isFull,
  leftText,
  preparingText,
  summaryOf,
  thanksText,
  type UploadSummary,
} from '#domain/uploads/uploadState.ts';
import type { UploadTarget } from '#domain/uploads/uploadPlan.ts';
import { isPending, type UploadItem } from '#domain/uploads/uploadQueue.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { FileNames } from '#src/shared/ui/FileNames.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { ProgressBar } from '#src/shared/ui/ProgressBar.tsx';
import { PartNotes } from '#src/shared/uploads/PartNotes.tsx';
import { ACCEPTED } from '#src/shared/preparations.ts';
import type { Uploader } from '#src/shared/uploads/Uploader.ts';
import styles from './GuestUpload.module.css';
import type { VisitorPart } from '#src/visit/slots.ts';
import { unsentOf, useGuestUploader } from './guestUploader.ts';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';

/** The photos of a visitor, which are sent while any album of the link is shown. */
export const useGuestUpload: VisitorPart = (shareKey) => {
  const uploader = useGuestUploader(shareKey);
  return (props) => <GuestUpload key="guests" uploader={uploader} {...props} />;
};

interface Props {
  uploader: Uploader;
  /** The album that the photos are for. */
  album: UploadTarget;
  guests: NonNullable<SharedAlbum['guests']>;
  /** Whether another album is on screen. Photos on their way are shown there too, but none can be added. */
  isElsewhere: boolean;
  /** Called when all that was chosen has arrived. */
  onSent: () => void;
}

/** A visitor's photos on their way into the album: chosen by one button, sent in turn, resumed after a lost network. */
function GuestUpload({ uploader, album, guests, isElsewhere, onSent }: Props) {
  const queue = useSyncExternalStore(uploader.subscribe, uploader.queue);
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const [unsentBefore] = useState(() => unsentOf(album.id));
  const summary = summaryOf(queue, album.id);
  const { items, counts } = summary;
  const thanks = thanksText({ items, mayUpload: guests.mayUpload });
  const sent = useEffectEvent(onSent);
  const isDone = thanks !== undefined;
  useEffect(() => {
    if (isDone) sent();
  }, [isDone]);
  if (isElsewhere && items.length === 0) return null;
  const note = leftText(guests);
  return (
    <Stack as="section" className={styles.guest} aria-label="Your photos">
      {!isElsewhere && (
        <ChoosePhotos
          isFirst={items.length === 0}
          isDisabled={isFull(guests)}
          onChosen={(files) => uploader.add(album, files)}
        />
      )}
      {!isElsewhere && note !== undefined && <Note>{note}</Note>}
      {items.length === 0 && unsentBefore > 0 && (
        <output>
          {`This page was closed before ${countOf(unsentBefore, 'photo')} had been sent. Please choose your photos again: none is added twice.`}
        </output>
      )}
      {items.some(isPending) && (
        <Sending summary={summary} pausing={queue.pausing || !isOnline} inLine={queue.inLine} />
      )}
      {thanks !== undefined && <Message kind="success">{thanks}</Message>}
      {counts.failed > 0 && (
        <Message
          kind="error"
          action={
            <Button size="s" variant="primary" onClick={() => uploader.retry()}>
              Send the rest
            </Button>
          }
        >
          {summary.state?.status === 'error' ? summary.state.message : ''}
        </Message>
      )}
      <Refused items={items} />
      <PartNotes items={items} />
    </Stack>
  );
}

function followNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

interface ChooseProps {
  isFirst: boolean;
  isDisabled: boolean;
  onChosen: (files: File[]) => void;
}

function ChoosePhotos({ isFirst, isDisabled, onChosen }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChosen([...(target.files ?? [])]);
    // Allows choosing the same photos again.
    target.value = '';
  };
  return (
    <>
      <Button
        variant="primary"
        size="l"
        className={styles.choose}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {isFirst ? '+ Add your photos' : '+ Add more photos'}
      </Button>
      <input ref={input} hidden type="file" multiple accept={ACCEPTED} aria-label="Your photos" onChange={choose} />
    </>
  );
}

interface SendingProps {
  summary: UploadSummary;
  pausing: boolean;
  inLine: boolean;
}

function Sending({ summary: { items, done, total, percent }, pausing, inLine }: SendingProps) {
  return (
    <>
      {pausing && (
        <Text as="output" strong>
          The connection was lost. Trying again…
        </Text>
      )}
      {inLine && !pausing && (
        <Text as="output" strong>
          Others are sending photos too. Yours follow automatically…
        </Text>
      )}
      {!pausing && (
        <Text strong>
          {done} of {countOf(total, 'photo')} sent. Please keep this page open.
        </Text>
      )}
      <ProgressBar label="All photos" percent={percent} />
      <Stack as="ul" gap={2}>
        {filesInSight(items).map((item) => (
          <Stack key={item.id} as="li" gap={1}>
            <Note as="span" className={styles.name}>
              {item.name} {preparingText(item)}
            </Note>
            <ProgressBar label={item.name} percent={percentOf(item)} size="s" />
          </Stack>
        ))}
      </Stack>
    </>
  );
}

function percentOf({ status, sentBytes, size, prepared }: UploadItem): number {
  if (status === 'stored' || status === 'duplicate') return 100;
  if (status === 'preparing') return prepared * 100;
  return size > 0 ? (sentBytes / size) * 100 : 0;
}

function Refused({ items }: { items: readonly UploadItem[] }) {
  const refused = items.filter(({ status }) => status === 'refused');
  if (refused.length === 0) return null;
  return (
    <Message kind="error">
      <FileNames
        title={refused.length === 1 ? '1 file was not taken' : `${refused.length} files were not taken`}
        items={refused}
      />
    </Message>
  );
}
