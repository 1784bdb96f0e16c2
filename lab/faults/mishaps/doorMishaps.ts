import type { Mishap } from './mishap.ts';

/** Attempts to get in, and to do harm inside. */
export const DOORS: Mishap[] = [
  {
    id: 'wrongGuesses',
    about: 'doors',
    attack: '60 wrong guesses, then a revoked key and a good one',
    holds: '401 `credential-refused` for the revoked, and the good one is let in; over sockets too',
    by: {
      tests: {
        'tests/access/server/credentials.test.ts': ['wrong guesses'],
        'tests/core/server/proxies.test.ts': ['too many of them hide no revoked key'],
      },
    },
  },
  {
    id: 'devSignInProxies',
    about: 'doors',
    attack:
      'dev sign-in through a proxy: HTTP/1.0, Forwarded, Via, X-Forwarded-…, X-Real-IP, CF-…, a foreign host name',
    holds: '403; a proxy that says nothing at all cannot be told, and the guide says so',
    by: { tests: { 'tests/signIn/server/devSignIn.test.ts': ['from elsewhere'] } },
  },
  {
    id: 'developmentUntold',
    about: 'doors',
    attack: 'a development server is taken for a real one',
    holds: 'the landing says that this is a development server, in production not',
    by: {
      tests: { 'tests/signIn/pages/landing.test.tsx': ['shows the logo', 'shows the Apple button in production'] },
    },
  },
  {
    id: 'openFiles',
    about: 'doors',
    attack: 'another account of the machine reads data folder, backups and key',
    holds: 'folders 0700, files 0600, also those that were open before; git takes no keys and certificates',
    by: { tests: { 'tests/core/server/ownerOnly.test.ts': [] } },
  },
  {
    id: 'badRequests',
    about: 'doors',
    attack: 'bad requests of many kinds: a stack trace in the log or a response',
    holds: 'none, and no word of our insides',
    by: { tests: { 'tests/core/server/badRequests.test.ts': [] } },
  },
  {
    id: 'firstKeyInLog',
    about: 'doors',
    attack: 'a new installation in production writes its first key into a log',
    holds: 'the key is for a terminal only; a log is told how to get one',
    by: { tests: { 'tests/core/server/start.test.ts': ['in production the first key'] } },
  },
  {
    id: 'ready',
    about: 'doors',
    attack: 'nobody notices: no writing, under 5 % of the disk free, a failed or overdue backup, no decoders',
    holds: '`/health/ready` is 503 with the reasons, the admin reads the same in words; `/health` stays cheap',
    by: { tests: { 'tests/readiness/server/readiness.test.ts': [], 'tests/home/screens/home.test.tsx': [] } },
  },
  {
    id: 'sessions',
    about: 'doors',
    attack: 'a lost phone is still signed in',
    holds: 'a person sees their own sessions and ends one or all others, sockets with them',
    by: { tests: { 'tests/signIn/server/sessionList.test.ts': [], 'tests/signIn/screens/sessions.test.tsx': [] } },
  },
  {
    id: 'blocking',
    about: 'doors',
    attack: 'somebody has to be kept out, who may be named in ADMIN_EMAILS',
    holds: 'a block ends all sessions and refuses every sign-in; one admin is always left',
    by: { tests: { 'tests/users/server/blocking.test.ts': [] } },
  },
  {
    id: 'audit',
    about: 'doors',
    attack: 'who did that? Sign-ins, keys, permissions, deletions, settings',
    holds: 'a log tells who, what, when and from where, for a year; a disk that takes no writes fails nobody',
    by: { tests: { 'tests/audit/server/audit.test.ts': [], 'tests/audit/screens/audit.test.tsx': [] } },
  },
  {
    id: 'noSuchPage',
    about: 'doors',
    attack: 'a navigation to an address that is nothing',
    holds: "the app's own page with a way home, status 404, without a server too",
    by: { tests: { 'tests/offline/journeys/coldStarts.spec.ts': [], 'tests/core/screens/notFound.test.tsx': [] } },
  },
];
