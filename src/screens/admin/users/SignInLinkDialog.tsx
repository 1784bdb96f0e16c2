import { addressOrName } from '#domain/access/withoutMail.ts';
import { untilText } from '#domain/clock/when.ts';
import { reader } from '#src/session/reader.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { ShownLink } from '../links/ShownLink.tsx';
import type { MadeLink } from './useSignInLink.ts';
import shapes from '#src/ui/shapes.module.css';

export function SignInLinkDialog({ made: { user, link }, onClose }: { made: MadeLink; onClose: () => void }) {
  const name = `${user.firstName} ${user.lastName}`.trim() || addressOrName(user);
  return (
    <Dialog title={`Sign-in link for ${name}`} onClose={onClose}>
      <div className={shapes.stack3}>
        <ShownLink url={link.url} remedy="make the link">
          {`Scan this with the phone of ${name}, or send them the link. It signs in whoever opens it first, is valid until ${untilText(link.until, reader())}, and is shown only now.`}
        </ShownLink>
        <DialogActions>
          <Button variant="primary" data-autofocus="" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
