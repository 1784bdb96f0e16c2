import type { Mishap } from './mishap.ts';

const TABLETS: Mishap[] = [
  {
    id: 'emptyFolder',
    about: 'tablets',
    attack: 'the server starts on an empty folder, or on a backup older than the key',
    holds: "the tablet keeps all, says 'This server does not know this tablet', and goes back to normal by itself",
    by: { tests: { 'tests/e2e/offline/forgottenServer.spec.ts': [] } },
  },
  {
    id: 'otherInstallation',
    about: 'tablets',
    attack: 'another installation refuses the key',
    holds: 'no two have the same id, a copy keeps it, and only the installation that verified a key ends it',
    by: {
      tests: {
        'tests/e2e/offline/forgottenServer.spec.ts': [],
        'tests/server/installation/installation.test.ts': ['two installations never share an id'],
        'tests/server/installation/firstRelease.test.ts': ['gets an id at its migration'],
      },
    },
  },
  {
    id: 'revokedForEver',
    about: 'tablets',
    attack: 'a key is revoked, and its name is used again',
    holds: 'it stays known as revoked for ever, by its hash',
    by: { tests: { 'tests/server/access/credentials.test.ts': ['a revoked key stays known as revoked'] } },
  },
  {
    id: 'partMissing',
    about: 'tablets',
    attack: 'photos without a database, or a database without its photos',
    holds: 'one sentence, exit code 1; `--accept-new` starts anyway',
    by: { tests: { 'tests/server/installation/startLibrary.test.ts': [] } },
  },
  {
    id: 'newUntold',
    about: 'tablets',
    attack: 'the server starts on a new folder by mistake, or from another working directory',
    holds: "one line at the start and a note to the admin tell of it; the default folder is the checkout's",
    by: {
      tests: {
        'tests/server/installation/start.test.ts': ['prints the landing and, the first time only'],
        'tests/server/installation/installation.test.ts': [
          'an admin learns',
          'the default data folder is the checkout',
        ],
        'tests/screens/admin/home.test.tsx': ['says to an admin, and to nobody else'],
      },
    },
  },
  {
    id: 'mistypedCli',
    about: 'tablets',
    attack: '`cli key create` on a mistyped folder',
    holds: 'one sentence, exit code 1, nothing is made',
    by: { tests: { 'tests/server/cli/cli.test.ts': ['makes no library where there is none'] } },
  },
];

const PROCESS: Mishap[] = [
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
    by: { tests: { 'tests/server/installation/diskTrouble.test.ts': [] } },
  },
  {
    id: 'readOnlyStart',
    about: 'process',
    attack: 'a start on a read-only disk, and photos on a read-only disk of their own',
    holds: 'ends with one clear line; such photos are shown, and uploads refused until they can be written',
    by: { tests: { 'tests/server/installation/readOnlyStart.test.ts': [] } },
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
    by: { tests: { 'tests/server/installation/stopping.test.ts': ['ends in good order, with one clear line'] } },
  },
  {
    id: 'hangingStop',
    about: 'process',
    attack: 'SIGTERM with a response that hangs',
    holds: 'ends within 10 s',
    by: { tests: { 'tests/server/installation/stopping.test.ts': ['ends within ten seconds of a SIGTERM'] } },
  },
  {
    id: 'deploy',
    about: 'process',
    attack: 'nobody starts the server again, and it may write everywhere',
    holds:
      'a systemd unit and a container restart it, as an account that writes to its data only (no container was built here)',
    by: { tests: { 'tests/repository/deploy.test.ts': [] } },
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

const BACKUPS: Mishap[] = [
  {
    id: 'powerCut',
    about: 'backups',
    attack: 'the power goes at random moments of uploads, on a disk that keeps only what was synced',
    holds: 'nothing acknowledged is lost',
    by: { fault: 'powerCut' },
  },
  {
    id: 'verifyDamage',
    about: 'backups',
    attack: '`verify` on a missing folder, a missing or damaged database, a lost, orphaned or altered file',
    holds: 'exit code 1 and one sentence for each',
    by: {
      tests: {
        'tests/server/photos/libraryCare.test.ts': ['finds a', 'the command verify fails with one sentence'],
      },
    },
  },
  {
    id: 'repair',
    about: 'backups',
    attack: '`verify --repair` on lost and altered files',
    holds: 'sizes are made again from originals, orphans moved aside, what is lost is named',
    by: { tests: { 'tests/server/photos/libraryCare.test.ts': ['verify --repair'] } },
  },
  {
    id: 'healingUpload',
    about: 'backups',
    attack: 'a picture whose file is lost is uploaded again',
    holds: 'it heals the photo',
    by: { tests: { 'tests/server/photos/libraryCare.test.ts': ['the same picture uploaded again'] } },
  },
  {
    id: 'killedBackup',
    about: 'backups',
    attack: 'a backup is killed at any moment',
    holds: 'it never looks whole, and the next one cleans up',
    by: { tests: { 'tests/server/photos/backups.test.ts': ['killed at any moment never looks whole'] } },
  },
  {
    id: 'backupDuringUploads',
    about: 'backups',
    attack: 'a backup while photos come in, of a library with lost and altered files, into a foreign folder',
    holds: 'starts as a server with all that was acknowledged; tells what is lost; refuses',
    by: { tests: { 'tests/server/photos/backups.test.ts': ['backup FOLDER'] } },
  },
  {
    id: 'restore',
    about: 'backups',
    attack: '`restore` over a library, while a server runs, from a damaged backup',
    holds: 'refuses with one sentence; with `--replace` keeps the old library beside it',
    by: { tests: { 'tests/server/photos/backups.test.ts': ['restore FOLDER'] } },
  },
  {
    id: 'scheduledBackups',
    about: 'backups',
    attack: 'nobody makes backups, or the last one failed or is overdue',
    holds: 'the server makes and checks them by itself and tells the last result',
    by: { tests: { 'tests/server/photos/backupSchedule.test.ts': [] } },
  },
];

const BOUNDS: Mishap[] = [
  {
    id: 'formFields',
    about: 'bounds',
    attack: 'a form with 200 fields of 1 MB',
    holds: 'fields are few and small, and what is more is not kept',
    by: { tests: { 'tests/server/limits/uploads.test.ts': ['form fields are few and small'] } },
  },
  {
    id: 'thumbnailSpellings',
    about: 'bounds',
    attack: 'one thumbnail under any query and spelling of its address',
    holds: 'one photo takes one place, and the places have an end',
    by: { tests: { 'tests/server/limits/thumbnails.test.ts': [] } },
  },
  {
    id: 'nodesWithoutEnd',
    about: 'bounds',
    attack: 'one key announces nodes without end',
    holds: 'stops at its share of 10,000; others are not locked out, after a restart neither',
    by: { tests: { 'tests/server/limits/nodes.test.ts': ['one key has its share', 'a restart does not give'] } },
  },
  {
    id: 'heavyPictures',
    about: 'bounds',
    attack: "20 heavy pictures of one person: the decoders' memory, and another person's picture",
    holds: 'at most 1 GB, at most 10 s',
    by: { fault: 'heavyPictures' },
  },
  {
    id: 'waitingPictures',
    about: 'bounds',
    attack: 'one request with more pictures than the decoders can take',
    holds: 'so many wait, the rest stays unread; the queue of all has an end, and each person a turn',
    by: {
      tests: {
        'tests/server/limits/uploads.test.ts': ['one request keeps so many pictures waiting'],
        'tests/server/limits/decoders.test.ts': [],
      },
    },
  },
  {
    id: 'killedDecoder',
    about: 'bounds',
    attack: 'a decoder is killed from outside',
    holds: 'the picture is tried once more, and never called damaged',
    by: { tests: { 'tests/server/photos/hostilePictures.test.ts': [] } },
  },
  {
    id: 'longTexts',
    about: 'bounds',
    attack: 'names and texts of any length',
    holds: 'measured before anybody looks at their letters',
    by: { tests: { 'tests/server/limits/uploads.test.ts': ['texts of any length', 'a name that no file system'] } },
  },
  {
    id: 'trickledBodies',
    about: 'bounds',
    attack: 'a byte every half second on 11 paths',
    holds: 'all cut within 30 s',
    by: { fault: 'trickledBodies' },
  },
  {
    id: 'brokenConnections',
    about: 'bounds',
    attack: '150 silent, half-open and idle connections, half of their clients gone',
    holds: 'none is left, with and without TLS',
    by: { fault: 'brokenConnections' },
  },
  {
    id: 'idleConnections',
    about: 'bounds',
    attack: 'connections left idle at each stage, with and without TLS, and TLS handshakes that never end',
    holds: 'all are cut, also when a byte comes now and then',
    by: { tests: { 'tests/server/limits/idleConnections.test.ts': [] } },
  },
  {
    id: 'deafClients',
    about: 'bounds',
    attack: '50 connections × 40 requests of one image, never read',
    holds: 'cut within 45 s',
    by: { fault: 'deafClients' },
  },
  {
    id: 'slowLoris',
    about: 'bounds',
    attack: '500 connections that never end their headers',
    holds: 'normal requests are answered within half a second',
    by: { fault: 'slowLoris' },
  },
  {
    id: 'foreignUpgrade',
    about: 'bounds',
    attack: 'a foreign `Upgrade` header, requests sent ahead, no HTTP at all',
    holds: 'answered like any other request, in order; what is no HTTP is closed',
    by: { tests: { 'tests/server/limits/connections.test.ts': [] } },
  },
  {
    id: 'heartbeatWriting',
    about: 'bounds',
    attack: 'heartbeats of 12 nodes, written in a day',
    holds: 'at most 50 MB',
    by: { fault: 'heartbeatWriting' },
  },
  {
    id: 'falseAlerts',
    about: 'bounds',
    attack:
      'nodes break and the server restarts, stalls, sleeps, loses its network or has a wrong clock, for 10,000 simulated hours',
    holds: 'no false alert, and every true one within a minute',
    by: { fault: 'falseAlerts' },
  },
  {
    id: 'slugRace',
    about: 'bounds',
    attack: '50 creations of one slug at once',
    holds: 'one wins, the others are told so',
    by: { fault: 'slugRace' },
  },
  {
    id: 'hostileGuest',
    about: 'bounds',
    attack: "10,000 hostile requests with a guest's link",
    holds: 'nothing is changed or told that is not in its album, and the disk does not fill',
    by: { fault: 'hostileGuest' },
  },
];

const DOORS: Mishap[] = [
  {
    id: 'wrongGuesses',
    about: 'doors',
    attack: '60 wrong guesses, then a revoked key and a good one',
    holds: '401 `credential-refused` for the revoked, and the good one is let in; over sockets too',
    by: {
      tests: {
        'tests/server/access/credentials.test.ts': ['wrong guesses'],
        'tests/server/nodes/handshake.test.ts': ['counts wrong tokens by address'],
      },
    },
  },
  {
    id: 'devSignInProxies',
    about: 'doors',
    attack:
      'dev sign-in through a proxy: HTTP/1.0, Forwarded, Via, X-Forwarded-…, X-Real-IP, CF-…, a foreign host name',
    holds: '403; a proxy that says nothing at all cannot be told, and the guide says so',
    by: { tests: { 'tests/server/signIn/devSignIn.test.ts': ['from elsewhere'] } },
  },
  {
    id: 'developmentUntold',
    about: 'doors',
    attack: 'a development server is taken for a real one',
    holds: 'the landing says that this is a development server, in production not',
    by: {
      tests: { 'tests/screens/landing/landing.test.tsx': ['shows the logo', 'shows the Apple button in production'] },
    },
  },
  {
    id: 'openFiles',
    about: 'doors',
    attack: 'another account of the machine reads data folder, backups and key',
    holds: 'folders 0700, files 0600, also those that were open before; git takes no keys and certificates',
    by: { tests: { 'tests/server/installation/ownerOnly.test.ts': [] } },
  },
  {
    id: 'badRequests',
    about: 'doors',
    attack: 'bad requests of many kinds: a stack trace in the log or a response',
    holds: 'none, and no word of our insides',
    by: { tests: { 'tests/server/http/badRequests.test.ts': [] } },
  },
  {
    id: 'firstKeyInLog',
    about: 'doors',
    attack: 'a new installation in production writes its first key into a log',
    holds: 'the key is for a terminal only; a log is told how to get one',
    by: { tests: { 'tests/server/installation/start.test.ts': ['in production the first key'] } },
  },
  {
    id: 'ready',
    about: 'doors',
    attack: 'nobody notices: no writing, under 5 % of the disk free, a failed or overdue backup, no decoders',
    holds: '`/health/ready` is 503 with the reasons, the admin reads the same in words; `/health` stays cheap',
    by: { tests: { 'tests/server/installation/readiness.test.ts': [], 'tests/screens/admin/home.test.tsx': [] } },
  },
  {
    id: 'sessions',
    about: 'doors',
    attack: 'a lost phone is still signed in',
    holds: 'a person sees their own sessions and ends one or all others, sockets with them',
    by: { tests: { 'tests/server/signIn/sessionList.test.ts': [], 'tests/screens/admin/sessions.test.tsx': [] } },
  },
  {
    id: 'blocking',
    about: 'doors',
    attack: 'somebody has to be kept out, who may be named in ADMIN_EMAILS',
    holds: 'a block ends all sessions and refuses every sign-in; one admin is always left',
    by: { tests: { 'tests/server/people/blocking.test.ts': [] } },
  },
  {
    id: 'audit',
    about: 'doors',
    attack: 'who did that? Sign-ins, keys, permissions, deletions, settings',
    holds: 'a log tells who, what, when and from where, for a year; a disk that takes no writes fails nobody',
    by: { tests: { 'tests/server/people/audit.test.ts': [], 'tests/screens/admin/audit.test.tsx': [] } },
  },
  {
    id: 'noSuchPage',
    about: 'doors',
    attack: 'a navigation to an address that is nothing',
    holds: "the app's own page with a way home, status 404, without a server too",
    by: { tests: { 'tests/e2e/wall/notFound.spec.ts': [], 'tests/screens/shell/notFound.test.tsx': [] } },
  },
];

const UPGRADE: Mishap[] = [
  {
    id: 'firstReleaseFolder',
    about: 'upgrade',
    attack: 'the data folder of the first release, started with this program',
    holds: 'its albums, photos, keys, people and nodes are there',
    by: { tests: { 'tests/server/installation/firstRelease.test.ts': [] } },
  },
  {
    id: 'firstReleaseTablet',
    about: 'upgrade',
    attack: 'a tablet warmed by the first release, updated, without a server',
    holds: 'starts cold with all its photos',
    by: { tests: { 'tests/e2e/offline/firstRelease.spec.ts': [] } },
  },
  {
    id: 'copyBeforeUpgrade',
    about: 'upgrade',
    attack: 'a new version on the data folder of the one before; the upgrade fails, or has no room',
    holds: 'the database is copied beside itself first, whole; a failed upgrade leaves it as it was',
    by: {
      tests: {
        'tests/server/installation/upgrade.test.ts': ['a database of an earlier version', 'a new database has nothing'],
      },
    },
  },
  {
    id: 'olderProgram',
    about: 'upgrade',
    attack: 'an older program on the data folder of a newer one',
    holds: 'one sentence, nothing is changed',
    by: { tests: { 'tests/server/installation/upgrade.test.ts': ['an older program stops'] } },
  },
];

export const MISHAPS: readonly Mishap[] = [...TABLETS, ...PROCESS, ...BACKUPS, ...BOUNDS, ...DOORS, ...UPGRADE];
