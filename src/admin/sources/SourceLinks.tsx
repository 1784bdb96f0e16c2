import { mayPass } from '#domain/access/permissions.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { TextLink } from '#src/shared/ui/text/TextLink.tsx';

/** A link to the sources above all albums, for people who may follow some. */
export function SourcesLink({ isTop }: { isTop: boolean }) {
  const mayFollow = mayPass(useStoredUser()?.permissions ?? [], ['admin']);
  if (!mayFollow || !isTop) return null;
  return (
    <LinkButton to="/admin/sources" variant="quiet" size="s">
      Sources
    </LinkButton>
  );
}

/** The kinds of sources, as items of a list. */
export function WaysToAdd() {
  return (
    <>
      <li>
        <TextLink to="/admin/sources">From a folder on the server</TextLink>: what is put there comes by itself.
      </li>
      <li>
        <TextLink to="/admin/sources">From Immich</TextLink>: an album there is followed, and nothing is changed in it.
      </li>
    </>
  );
}
