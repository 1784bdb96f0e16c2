import type { ReadinessCode } from '#contract/schemas/server.ts';

interface Remedy {
  /** The action that a person can take. */
  text: string;
  /** The page where it is done; without it, it is done on the server itself. */
  page?: '/admin/trash' | '/admin/photos' | '/admin/backups';
}

const ON_ITS_MACHINE = 'on the machine of the server';
const FROM_ITS_MACHINE = 'from the machine of the server';

const REMEDIES: Record<ReadinessCode, Remedy> = {
  'database-not-writable': { text: `Look at the disk, and at who may write to the data folder, ${ON_ITS_MACHINE}.` },
  'disk-not-writable': { text: `Look at the disk, and at who may write to the data folder, ${ON_ITS_MACHINE}.` },
  'store-not-writable': { text: `Look whether the object store (S3_URL) can be reached ${FROM_ITS_MACHINE}.` },
  'disk-almost-full': { text: 'Empty the trash', page: '/admin/trash' },
  'backup-failed': {
    text: 'Look at the folder for backups; the next one is tried by itself',
    page: '/admin/backups',
  },
  'backup-overdue': { text: 'Look whether the folder for backups is there', page: '/admin/backups' },
  'backup-incomplete': {
    text: 'Run “npm run cli -- verify”, which names them, and upload those photos again',
    page: '/admin/photos',
  },
  'photos-not-readable': { text: `Start the server anew, and look how much memory is free ${ON_ITS_MACHINE}.` },
};

/** Returns the place where a problem of the server is solved, and the way to do it. */
export function remedyOf(code: ReadinessCode): Remedy {
  return REMEDIES[code];
}
