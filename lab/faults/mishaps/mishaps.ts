import { BACKUPS, PROCESS } from './diskMishaps.ts';
import { DOORS } from './doorMishaps.ts';
import type { Mishap } from './mishap.ts';
import { BOUNDS } from './visitorMishaps.ts';

const TABLETS: Mishap[] = [
  {
    id: 'emptyFolder',
    about: 'tablets',
    attack: 'the server starts on an empty folder, or on a backup older than the key',
    holds: "the tablet keeps all, says 'This server does not know this tablet', and goes back to normal by itself",
    by: { tests: { 'tests/offline/journeys/forgottenServer.spec.ts': [] } },
  },
  {
    id: 'otherInstallation',
    about: 'tablets',
    attack: 'another installation refuses the key',
    holds: 'no two have the same id, a copy keeps it, and only the installation that verified a key ends it',
    by: {
      tests: {
        'tests/offline/journeys/forgottenServer.spec.ts': [],
        'tests/library/server/installation.test.ts': ['two installations never share an id'],
        'tests/library/server/firstRelease.test.ts': ['gets an id at its migration'],
      },
    },
  },
  {
    id: 'revokedForEver',
    about: 'tablets',
    attack: 'a key is revoked, and its name is used again',
    holds: 'it stays known as revoked for ever, by its hash',
    by: { tests: { 'tests/access/server/credentials.test.ts': ['a revoked key stays known as revoked'] } },
  },
  {
    id: 'partMissing',
    about: 'tablets',
    attack: 'photos without a database, or a database without its photos',
    holds: 'one sentence, exit code 1; `--accept-new` starts anyway',
    by: { tests: { 'tests/library/server/startLibrary.test.ts': [] } },
  },
  {
    id: 'newUntold',
    about: 'tablets',
    attack: 'the server starts on a new folder by mistake, or from another working directory',
    holds: "one line at the start and a note to the admin tell of it; the default folder is the checkout's",
    by: {
      tests: {
        'tests/core/server/start.test.ts': ['prints the landing and, the first time only'],
        'tests/library/server/installation.test.ts': ['an admin learns', 'the default data folder is the checkout'],
        'tests/home/screens/home.test.tsx': ['tells an admin, and nobody else'],
      },
    },
  },
  {
    id: 'mistypedCli',
    about: 'tablets',
    attack: '`cli key create` on a mistyped folder',
    holds: 'one sentence, exit code 1, nothing is made',
    by: { tests: { 'tests/core/cli/cli.test.ts': ['makes no library where there is none'] } },
  },
];

const UPGRADE: Mishap[] = [
  {
    id: 'firstReleaseFolder',
    about: 'upgrade',
    attack: 'the data folder of the first release, started with this program',
    holds: 'its albums, photos, keys, people and nodes are there',
    by: { tests: { 'tests/library/server/firstRelease.test.ts': [] } },
  },
  {
    id: 'firstReleaseTablet',
    about: 'upgrade',
    attack: 'a tablet warmed by the first release, updated, without a server',
    holds: 'starts cold with all its photos',
    by: { tests: { 'tests/offline/journeys/firstRelease.spec.ts': [] } },
  },
  {
    id: 'copyBeforeUpgrade',
    about: 'upgrade',
    attack: 'a new version on the data folder of the one before; the upgrade fails, or has no room',
    holds: 'the database is copied beside itself first, whole; a failed upgrade leaves it as it was',
    by: {
      tests: {
        'tests/library/server/upgrade.test.ts': ['a database of an earlier version', 'a new database has nothing'],
      },
    },
  },
  {
    id: 'olderProgram',
    about: 'upgrade',
    attack: 'an older program on the data folder of a newer one',
    holds: 'one sentence, nothing is changed',
    by: { tests: { 'tests/library/server/upgrade.test.ts': ['an older program stops'] } },
  },
];

export const MISHAPS: readonly Mishap[] = [...TABLETS, ...PROCESS, ...BACKUPS, ...BOUNDS, ...DOORS, ...UPGRADE];
