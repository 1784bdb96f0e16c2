import { type KeyboardEvent, useRef, useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { withMoved } from '#domain/curation/manualOrder.ts';
import { useDragOrder } from '../../edits/useDragOrder.ts';
import { arrangeAlbums } from '../../edits/arrangement.ts';
import { AlbumCard } from './AlbumCard.tsx';
import type { AlbumRequest } from './albumActions.ts';
import styles from './AlbumCards.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  /** Undefined for the albums of the top level. */
  parentId: string | undefined;
  albums: readonly Album[];
  /** Given to people who may change albums. */
  onRequest: ((request: AlbumRequest) => void) | undefined;
}

/** Albums as cards. Those who may change them drag them into order, or press Alt and an arrow key. */
export function AlbumCards({ parentId, albums, onRequest }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState('');
  const ids = albums.map(({ id }) => id);

  const move = (from: number, place: number) => {
    const album = albums[from];
    if (!album) return;
    const next = withMoved(ids, new Set([album.id]), place);
    setMoved(`${album.name} is now number ${next.indexOf(album.id) + 1} of ${next.length}.`);
    void arrangeAlbums({ parentId, albumIds: next, seen: ids });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? STEPS[event.key] : undefined;
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-order-index]') : null;
    if (step === undefined || !item || !onRequest) return;
    event.preventDefault();
    const from = Number(item.dataset.orderIndex);
    const to = from + step;
    if (to < 0 || to >= albums.length) return;
    move(from, step > 0 ? to + 1 : to);
  };

  return (
    <>
      {/* The key handler moves the item that has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} className={styles.list} onKeyDown={onKeyDown} {...useDragOrder(onRequest && move)}>
        {albums.map((album, index) => (
          <AlbumCard key={album.id} album={album} index={index} onRequest={onRequest} />
        ))}
      </ul>
      <p className={shapes.spoken} aria-live="polite">
        {moved}
      </p>
    </>
  );
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
