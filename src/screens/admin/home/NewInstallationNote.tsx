import { Link } from '@tanstack/react-router';
import type { InstallationStatus } from '#contract/entities.ts';
import { mediumDate } from '#domain/clock/mediumDate.ts';
import { Message } from '#src/ui/Message.tsx';

/** Shown while there is no album: tells a person who expected photos that the server runs on another folder. */
export function NewInstallationNote({ installation }: { installation: InstallationStatus }) {
  return (
    <Message kind="info">
      <p>
        This installation is new: it was made on {mediumDate(installation.createdAt)} and has no albums yet. It keeps
        its data in {installation.folder}.
      </p>
      <p>
        <Link to="/admin/setup">Set it up step by step</Link>: an album with photos, and a screen that shows them.
      </p>
      <p>If your photos should be here, the server was started on another folder than before: see DATA_DIR.</p>
    </Message>
  );
}
