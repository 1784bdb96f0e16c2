import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { SharedAlbum } from '#contract/schemas/arrivals/shares.ts';
import { leftText, thanksText, filesInSight, summaryOf, type UploadSummary } from '#domain/uploads/uploadState.ts';
import type { UploadTarget } from '#domain/uploads/uploadPlan.ts';
import { isPending, type UploadItem } from '#domain/uploads/uploadQueue.ts';
import { uploadPhotos } from '../../api/upload.ts';
import { Button } from '../../ui/Button.tsx';
import { FileNames } from '../../ui/FileNames.tsx';
import { Message } from '../../ui/Message.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Uploader } from '../../uploads/Uploader.ts';
import styles from './GuestUpload.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  shareKey: string;
  album: UploadTarget;
  guests: NonNullable<SharedAlbum['guests']>;
  /** Called when all that was chosen has arrived. */
  onSent: () => void;
}

/** A visitor's photos on their way into the album: chosen by one button, sent in turn, resumed after a lost network. */
export function GuestUpload({ shareKey, album, guests: { mayUpload, left }, onSent }: Props) {
  const [uploader] = useState(() => new Uploader((request) => uploadPhotos({ shareKey }, request)));
  const queue = useSyncExternalStore(uploader.subscribe, uploader.queue);
  const summary = summaryOf(queue, album.id);
  const { items, counts } = summary;
  const thanks = thanksText({ items, mayUpload });
  useCarefulSending(uploader, { isDone: thanks !== undefined, onSent });
  const note = leftText(left);
  return (
    <section className={`${shapes.stack3} ${shapes.wide} ${styles.guest}`} aria-label="Your photos">
      <ChoosePhotos isFirst={items.length === 0} isFull={left === 0} onChosen={(files) => uploader.add(album, files)} />
      {note !== undefined && <p className={shapes.note}>{note}</p>}
      {items.some(isPending) && <Sending summary={summary} pausing={queue.pausing} />}
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
    </section>
  );
}

/** Sends again when the network is back, warns who leaves too early, and says when all has arrived. */
function useCarefulSending(uploader: Uploader, { isDone, onSent }: { isDone: boolean; onSent: () => void }): void {
  const sent = useEffectEvent(onSent);
  useEffect(() => {
    if (isDone) sent();
  }, [isDone]);
  useEffect(() => {
    const onOnline = () => uploader.retry();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (uploader.isBusy()) event.preventDefault();
    };
    window.addEventListener('online', onOnline);
    window.addEventListener('beforeunload', onLeave);
    return () => {
      window.removeEventListener('online', onOnline);
      window.removeEventListener('beforeunload', onLeave);
    };
  }, [uploader]);
}

interface ChooseProps {
  isFirst: boolean;
  isFull: boolean;
  onChosen: (files: File[]) => void;
}

function ChoosePhotos({ isFirst, isFull, onChosen }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChosen([...(target.files ?? [])]);
    // The same photos may be chosen once more.
    target.value = '';
  };
  return (
    <>
      <Button
        variant="primary"
        size="l"
        className={styles.start}
        disabled={isFull}
        onClick={() => input.current?.click()}
      >
        {isFirst ? '+ Add your photos' : '+ Add more photos'}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept="image/*,image/heic,image/heif,.heic,.heif"
        aria-label="Your photos"
        onChange={choose}
      />
    </>
  );
}

function Sending({ summary: { items, done, total, percent }, pausing }: { summary: UploadSummary; pausing: boolean }) {
  return (
    <>
      {pausing ? (
        <output className={shapes.strong}>The connection was lost. Trying again by itself…</output>
      ) : (
        <p className={shapes.strong}>
          {done} of {total} photos sent. Please keep this page open.
        </p>
      )}
      <ProgressBar label="All photos" percent={percent} />
      <ul className={shapes.stack2}>
        {filesInSight(items).map((item) => (
          <li key={item.id} className={shapes.stack1}>
            <span className={`${shapes.cut} ${shapes.note}`}>{item.name}</span>
            <ProgressBar label={item.name} percent={percentOf(item)} size="s" />
          </li>
        ))}
      </ul>
    </>
  );
}

function percentOf({ status, sentBytes, size }: UploadItem): number {
  if (status === 'stored' || status === 'duplicate') return 100;
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
