import type { Mishap } from './mishap.ts';

/** Mishaps of the process and its disks. */
export const PROCESS: Mishap[] = [
  {
    id: 'readOnlyInUpload',
    about: 'process',
    attack: "the photos' disk turns read-only in an upload",
    holds: '503 with a sentence, reads go on, then 201 by itself',
    by: { fault: 'readOnlyDisk' },
  },
  {
    id: 'readOnlyDatabase',
    about: 'process',
    attack: 'the database turns read-only, or the photos are gone in the middle of an upload',
    holds: 'neither ends the process nor the reads, and all works again by itself',
    by: { tests: { 'tests/readiness/server/diskTrouble.test.ts': [] } },
  },
  {
    id: 'readOnlyStart',
    about: 'process',
    attack: 'a start on a read-only disk, and photos on a read-only disk of their own',
    holds: 'ends with one clear line; such photos are shown, and uploads refused until they can be written',
    by: { tests: { 'tests/core/server/readOnlyStart.test.ts': [] } },
  },
  {
    id: 'fullDisk',
    about: 'process',
    attack: 'a full disk (24 MB tmpfs)',
    holds: '507 with a sentence, nothing half-stored, works again with space',
    by: { fault: 'fullDisk' },
  },
  {
    id: 'uncaught',
    about: 'process',
    attack: 'a rejection or an error that nobody catches',
    holds: 'a tidy stop with one clear line',
    by: { tests: { 'tests/core/server/stopping.test.ts': ['ends in good order, with one clear line'] } },
  },
  {
    id: 'hangingStop',
    about: 'process',
    attack: 'SIGTERM with a response that hangs',
    holds: 'ends within 10 s',
    by: { tests: { 'tests/core/server/stopping.test.ts': ['ends within ten seconds of a SIGTERM'] } },
  },
  {
    id: 'deploy',
    about: 'process',
    attack: 'nobody starts the server again, and it may write everywhere',
    holds:
      'a systemd unit and a container restart it, as an account that writes to its data only; `npm run lab -- image` runs it',
    by: { tests: { 'tests/house/deploy.test.ts': [] } },
  },
  {
    id: 'killedServer',
    about: 'process',
    attack: 'kill -9 at random moments of uploads',
    holds: 'nothing acknowledged is lost',
    by: { fault: 'killedServer' },
  },
  {
    id: 'killedTrash',
    about: 'process',
    attack: 'kill -9 at random moments of deleting, restoring and deleting for good',
    holds: 'each photo is where the server said; no file is left behind, and none is missing',
    by: { fault: 'killedTrash' },
  },
  {
    id: 'curation',
    about: 'process',
    attack:
      'two admins delete, restore, rename, move, copy, arrange, rotate and upload at random and at once, with kill -9 in between',
    holds:
      'their lists and those of a wall are what a simple model says; no file or address of a deleted photo is left',
    by: { fault: 'curation' },
  },
  {
    id: 'abortedUploads',
    about: 'process',
    attack: 'uploads broken off at a random byte',
    holds: 'nothing of them stays',
    by: { fault: 'abortedUploads' },
  },
  {
    id: 'lockedDatabase',
    about: 'process',
    attack: 'the database locked by another process for 10 s',
    holds: 'uploads wait, reads go on',
    by: { fault: 'lockedDatabase' },
  },
];

/** Mishaps of backups and damaged files. */
export const BACKUPS: Mishap[] = [
  {
    id: 'powerCut',
    about: 'backups',
    attack: 'the power goes at random moments of uploads, on a disk that keeps only what was synced',
    holds: 'nothing acknowledged is lost',
    by: { fault: 'powerCut' },
  },
  {
    id: 'wipedFolder',
    about: 'backups',
    attack: 'kill -9 at random moments of uploads, and the data folder is gone; `restore` from `BACKUP_DIR`',
    holds: 'all is whole, and what is missing was stored in the last window of `BACKUP_FOLLOW`',
    by: { fault: 'wipedFolder' },
  },
  {
    id: 'verifyDamage',
    about: 'backups',
    attack: '`verify` on a missing folder, a missing or damaged database, a lost, orphaned or altered file',
    holds: 'exit code 1 and one sentence for each',
    by: {
      tests: {
        'tests/library/server/libraryCare.test.ts': ['finds a', 'the command verify fails with one sentence'],
      },
    },
  },
  {
    id: 'repair',
    about: 'backups',
    attack: '`verify --repair` on lost and altered files',
    holds: 'sizes are made again from originals, orphans moved aside, what is lost is named',
    by: { tests: { 'tests/library/server/libraryCare.test.ts': ['verify --repair'] } },
  },
  {
    id: 'healingUpload',
    about: 'backups',
    attack: 'a picture whose file is lost is uploaded again',
    holds: 'it heals the photo',
    by: { tests: { 'tests/library/server/libraryCare.test.ts': ['the same picture uploaded again'] } },
  },
  {
    id: 'killedBackup',
    about: 'backups',
    attack: 'a backup is killed at any moment',
    holds: 'it never looks whole, and the next one cleans up',
    by: { tests: { 'tests/backups/server/backups.test.ts': ['killed at any moment never looks whole'] } },
  },
  {
    id: 'backupDuringUploads',
    about: 'backups',
    attack: 'a backup while photos come in, of a library with lost and altered files, into a foreign folder',
    holds: 'starts as a server with all that was acknowledged; tells what is lost; refuses',
    by: { tests: { 'tests/backups/server/backups.test.ts': ['backup FOLDER'] } },
  },
  {
    id: 'restore',
    about: 'backups',
    attack: '`restore` over a library, while a server runs, from a damaged backup',
    holds: 'refuses with one sentence; with `--replace` keeps the old library beside it',
    by: { tests: { 'tests/backups/server/backups.test.ts': ['restore FOLDER'] } },
  },
  {
    id: 'scheduledBackups',
    about: 'backups',
    attack: 'nobody makes backups, or the last one failed or is overdue',
    holds: 'the server makes and checks them by itself and tells the last result',
    by: { tests: { 'tests/backups/server/backupSchedule.test.ts': [] } },
  },
];
