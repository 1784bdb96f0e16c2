import type { Candidate } from './deletion.ts';

/** The subjects that a house can do without, with whatever names them outside their own folders. */
export const CANDIDATES: readonly Candidate[] = [
  { name: 'alerts', also: ['lab/faults/alerts'] },
  { name: 'sources', also: ['lab/faults/sources', 'tests/clips/server/clipSources.test.ts'] },
  {
    name: 'guests',
    also: [
      'src/routes/admin/waiting.tsx',
      'tests/alerts/server/watchedThings.test.ts',
      'tests/clips/pages/guestVideos.test.tsx',
    ],
  },
  { name: 'mqtt' },
  { name: 'metrics' },
  { name: 'passkeys' },
  { name: 'apple' },
  { name: 'invitations' },
  { name: 'setUp', also: ['src/routes/admin/setup.tsx'] },
  {
    name: 'update',
    also: ['tests/library/server/endedRights.test.ts'],
    edits: { 'server/starts.ts': ["() => import('./update/takeOver.ts'),"] },
  },
  { name: 'https' },
  { name: 'peers', also: ['tests/clips/bucket'] },
  { name: 'oldTablets' },
  { name: 'table', also: ['src/routes/codenames.tsx', 'lab/codenames'] },
  // The log itself is the core's; this is what shows it.
  { name: 'audit', keeps: ['src/contract/audit', 'src/domain/audit'] },
  {
    name: 'backups',
    also: [
      'tests/guests/server/sealingKeys.test.ts',
      'tests/library/server/endedRights.test.ts',
      'tests/clips/server/clipBackups.test.ts',
    ],
  },
  // The home screen of the wall has the same name.
  {
    name: 'home',
    keeps: ['src/wall/home'],
    edits: {
      'src/routes/admin/index.tsx': [
        "import { AdminHomeScreen } from '#src/admin/home/AdminHomeScreen.tsx';",
        'component: AdminHomeScreen,',
      ],
    },
  },
  { name: 'readiness', also: ['tests/alerts/server/watchedThings.test.ts'] },
  { name: 'diary' },
  // Its rules are those of a setting of tablets, which the page for old tablets follows too.
  { name: 'programme', keeps: ['src/contract/programme', 'src/domain/programme', 'tests/programme/rules'] },
  {
    name: 'clips',
    edits: {
      'src/contract/photos/schemas.ts': ["import { photoClip } from '#contract/clips/schemas.ts';", '...photoClip,'],
      'tests/access/server/rolesTable.ts': [
        "row('GET /photos/:albumSlug/clip/:filename', 'everybody', { status: 404 }),",
      ],
    },
  },
  { name: 'search' },
  // The server moves photos to the trash whether a page shows it or not.
  { name: 'trash', only: ['src/admin/trash', 'src/routes/admin/trash.tsx'] },
];
