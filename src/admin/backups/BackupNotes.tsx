import { Link } from '@tanstack/react-router';
import type { Overview, ServerStatus } from '#contract/server/schemas.ts';
import { backupSentence } from '#domain/backups/backupSentence.ts';
import { isAllWell, isBackedUp } from '#domain/troubles.ts';
import { reader } from '#src/shared/session/reader.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import styles from './BackupsScreen.module.css';

/** Shown while there is no recent backup: otherwise the page would say that all is well. */
export function BackupNote({ status: { backup } }: { status: ServerStatus }) {
  if (isBackedUp(backup, reader().now)) return null;
  return (
    <Message
      kind="info"
      action={
        <LinkButton to="/admin/backups" size="s">
          {backup.isAutomatic ? 'See the backups' : 'Choose a folder…'}
        </LinkButton>
      }
    >
      {backupSentence(backup, reader())}
    </Message>
  );
}

/** The last backup, and whether all is well. */
export function BackedUpNote({ status, overview }: { status: ServerStatus; overview: Overview | undefined }) {
  const { now } = reader();
  if (!isBackedUp(status.backup, now)) return null;
  return (
    <Note>
      {overview && isAllWell({ status, overview, now }) && 'All is well. '}
      {backupSentence(status.backup, reader())}{' '}
      <Link to="/admin/backups" className={styles.link}>
        Backups
      </Link>
    </Note>
  );
}
