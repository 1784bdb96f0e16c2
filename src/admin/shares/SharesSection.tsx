import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { takeBackShare, fetchShares } from '#src/admin/api/shares.ts';
import type { Share } from '#contract/shares/schemas.ts';
import { shareFacts } from '#domain/shares/linkTerms.ts';
import { reader } from '#src/shared/session/reader.ts';
import { createObservable } from '#src/shared/state/observable.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { Section } from '#src/admin/shell/Section.tsx';
import { reloadAfterEdits } from '#src/admin/shell/libraryEdits.ts';
import { useEachAction } from '#src/admin/shell/useAction.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { Card, CardRow } from '#src/shared/ui/layout/Card.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import styles from './SharesSection.module.css';

interface Props {
  shares: AdminResource<Share[]>;
  /** Whether the list shows the links of all albums. */
  isOfAll: boolean;
}

export function SharesOfAll() {
  return <SharesSection shares={useShares('all')} isOfAll />;
}

/** The links that open an album to visitors, or those of all albums; nothing while there are none. */
export function SharesSection({ shares, isOfAll }: Props) {
  const { failure, run } = useEachAction();
  const takeBack = ({ id }: Share) =>
    run(id, async () => {
      try {
        await adminCall((token) => takeBackShare(token, id));
      } finally {
        await shares.reload();
        sharesChanged();
      }
    });
  const list = shares.data ?? [];
  // The lists of albums and photos already report that the server does not respond.
  if (list.length === 0 && failure === undefined) return null;
  return (
    <Section title="Shared Links" action={undefined} note={undefined}>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {list.length > 0 && (
        <Card as="ul" aria-label="Shared links">
          {list.map((share) => (
            <Item key={share.id} share={share} isOfAll={isOfAll} onTakeBack={() => void takeBack(share)} />
          ))}
        </Card>
      )}
    </Section>
  );
}

interface ItemProps {
  share: Share;
  isOfAll: boolean;
  onTakeBack: () => void;
}

function Item({ share, isOfAll, onTakeBack }: ItemProps) {
  const { name, albumName, albumSlug, sharedBy } = share;
  const whom = name === undefined ? '' : ` with ${name}`;
  return (
    <CardRow>
      <Text as="div">
        <Text strong>
          {isOfAll && (
            <Link to="/admin/photos/$slug" params={{ slug: albumSlug }} className={styles.album}>
              <bdi>{albumName}</bdi>
            </Link>
          )}
          {isOfAll ? whom : <bdi>{name ?? 'A link'}</bdi>}
        </Text>
        <Note size="xs">{shareFacts(share, reader())}</Note>
        <Note size="xs">Shared by {sharedBy}</Note>
      </Text>
      <Button size="s" aria-label={`Take back the link to ${albumName}${whom}`} onClick={onTakeBack}>
        Take back
      </Button>
    </CardRow>
  );
}

/** The interval at which the list shows that a visitor has opened the link. */
const REFRESH_MS = 15_000;

const changes = createObservable(0);

/** Called when a share was made or taken back, so that the lists and counts show it. */
export function sharesChanged(): void {
  changes.set(changes.get() + 1);
}

/** The open shares of an album, or of all. */
export function useShares(of: { albumId: string } | 'all'): AdminResource<Share[]> {
  const albumId = of === 'all' ? undefined : of.albumId;
  const load = useCallback((token: string) => fetchShares(token, albumId), [albumId]);
  return useAdminResource(load, { refreshMs: REFRESH_MS, reloadOn: whenChanged });
}

/** An album may go, or be seen no more, with its links. */
function whenChanged(reload: () => Promise<void>): () => void {
  const ends = [changes.subscribe(() => void reload()), reloadAfterEdits(reload)];
  return () => ends.forEach((end) => end());
}
