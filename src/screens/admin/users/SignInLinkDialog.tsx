import { addressOrName } from '#domain/access/withoutMail.ts';
import { untilText } from '#domain/clock/when.ts';
import { reader } from '#src/session/reader.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { MadeLink } from '../links/ShownLink.tsx';
import type { SignInLinkOf } from './useSignInLink.ts';

export function SignInLinkDialog({ made: { user, link }, onClose }: { made: SignInLinkOf; onClose: () => void }) {
  const name = `${user.firstName} ${user.lastName}`.trim() || addressOrName(user);
  return (
    <Dialog title={`Sign-in link for ${name}`} onClose={onClose}>
      <MadeLink url={link.url} remedy="make the link" onDone={onClose}>
        {`Scan this with the phone of ${name}, or send them the link. It signs in whoever opens it first, is valid until ${untilText(link.until, reader())}, and is shown only now.`}
      </MadeLink>
    </Dialog>
  );
}
