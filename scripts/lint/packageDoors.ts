/** The places where packages, and files that open something dangerous, may be imported; checked by importDoors.ts. */

const SERVER_AND_TOOLS = ['server', 'scripts'];
const APPS = ['src/wall', 'src/admin', 'src/table', 'src/visit'];
const REACT = [...APPS, 'src/shared', 'src/routes', 'src/main.tsx', 'src/router.ts'];
/** The only files that contain SQL. */
const SQL = ['server/core/db', 'server/peers/postgres', 'server/*Repository.ts', 'server/*Queries.ts'];

/**
 * Files that may be imported only from these places, even if houseDoors.ts allows more: whoever has the open database
 * can write SQL without importing the package for SQL.
 */
export const FILES: Record<string, readonly string[]> = {
  'server/core/db/open.ts': [
    ...SQL,
    'server/core/core.ts',
    'server/core/madeThings.ts',
    'server/library',
    'server/peers',
    'server/backups',
    'scripts/demo',
  ],
};

/**
 * The places where each package may be imported: folders, files, or files with an ending such as `*Repository.ts`.
 * Node's own modules begin with `node:`. When several names match an import, the longest one applies.
 */
export const PACKAGES: Record<string, readonly string[]> = {
  react: [...REACT, 'scripts/build'],
  'react-dom': ['src/main.tsx', 'src/boot/firstFrame/markup.tsx', 'scripts/build'],
  '@tanstack/react-router': REACT,
  '@tanstack/react-virtual': ['src/shared/ui', 'src/admin/nodes'],
  '@noble/hashes': ['src/admin/uploads/known/hashWorker.ts', 'src/shared/clips/clipWorker.ts'],
  'qrcode-generator': ['src/shared/ui/qrCode', 'server/core/addresses/qrCode.ts'],
  ky: ['src/shared/api', 'src/admin/api'],
  // Their files are copied into dist.
  'tesseract.js-core': ['scripts/build'],
  '@tesseract.js-data/eng': ['scripts/build'],
  'tesseract.js': ['src/table/reading'],
  'idb-keyval': [
    'src/shared/kioskKey',
    'src/shared/offline',
    'src/wall/home/rolledBackBuild.ts',
    'src/table/board',
    'src/admin/uploads/stored',
    'sw',
  ],
  'socket.io-client': ['src/admin/nodes/socket', 'scripts/device'],
  'workbox-window': ['src/shared/offline'],
  'workbox-core': ['sw'],
  'workbox-precaching': ['sw'],
  'workbox-strategies': ['sw'],
  vite: ['scripts/build', 'scripts/run'],
  '@gfx/zopfli': ['scripts/build'],
  'vite-plugin-pwa': ['scripts/build'],
  '@babel/core': ['scripts/build'],
  '@babel/preset-env': ['scripts/build'],
  'ast-v8-to-istanbul': ['scripts/run'],
  '@vitest/istanbul-lib-coverage': ['scripts/run'],
  '@playwright/test': ['scripts/run', 'scripts/screenshots'],
  fastify: [
    'server/app.ts',
    'server/core/http',
    'server/core/access',
    'server/core/audit',
    'server/*Routes.ts',
    'server/signIn',
    'server/apple',
    'server/photos/albums/cached',
    'server/nodes/socket',
    'server/core/openapi',
    'server/metrics',
  ],
  '@fastify/swagger': ['server/core/openapi'],
  '@fastify/cookie': ['server/app.ts'],
  '@fastify/cors': ['server/core/http/security'],
  '@fastify/helmet': ['server/core/http/security'],
  '@fastify/multipart': ['server/photos/upload'],
  '@fastify/rate-limit': ['server/core/access/failedAttemptLimit.ts'],
  '@fastify/static': ['server/core/http/pages'],
  'fast-json-stringify': ['server/core/http/schemaCompilers.ts'],
  typebox: ['src/contract/*chemas.ts', 'server'],
  'prom-client': ['server/metrics'],
  kysely: SQL,
  'better-sqlite3': ['server/core/db'],
  pg: ['server/peers/postgres', 'scripts/run/postgresServer.ts'],
  '@aws-sdk/client-s3': ['server/peers/bucket', 'scripts/run/storeServer.ts'],
  sharp: ['server/photos/decode', 'scripts/build', 'scripts/demo', 'scripts/screenshots'],
  'libheif-js': ['server/photos/decode'],
  'exif-reader': ['server/photos/decode'],
  mediabunny: ['server/clips', 'src/shared/clips/clipWorker.ts'],
  '@simplewebauthn/server': ['server/passkeys'],
  '@simplewebauthn/browser': ['src/shared/device/passkeys.ts'],
  jose: ['server/apple'],
  '@peculiar/x509': ['server/https/homeAuthority.ts'],
  '@peculiar/asn1-schema': ['server/https/homeAuthority.ts'],
  '@peculiar/asn1-x509': ['server/https/homeAuthority.ts'],
  'reflect-metadata': ['server/https/homeAuthority.ts'],
  mqtt: ['server/mqtt'],
  'multicast-dns': ['server/https/name'],
  nodemailer: ['server/alerts'],
  'web-push': ['server/alerts'],
  'lru-cache': ['server'],
  'socket.io': ['server/nodes/socket'],
  'node:': SERVER_AND_TOOLS,
  'node:fs': [
    'server/photos/store',
    'server/photos/webp/webpCopies.ts',
    'server/photos/decode/decoderProcess.ts',
    'server/photos/decode/heic',
    'server/peers/bucket',
    'server/backups/copies',
    'server/sources',
    'server/core/db',
    'server/core/files',
    'server/core/settings',
    'server/core/http/pages',
    'server/core/http/secure',
    'server/https',
    'server/alerts/ownNetwork.ts',
    'server/cli/serviceCommand.ts',
    'server/update',
    'scripts',
  ],
  'node:http': [
    'server/app.ts',
    'server/core/http',
    'server/core/slots.ts',
    'server/https',
    'server/nodes/socket',
    'server/photos/serve',
    'server/update/versionChecks.ts',
    'scripts',
  ],
  // Files, not folders: each that can start a program is named.
  'node:child_process': [
    'server/photos/decode/decoder.ts',
    'server/backups/backupSchedule.ts',
    'server/core/files/durableFiles.ts',
    'server/update/runVersion.ts',
    'server/update/checkout.ts',
    'scripts',
  ],
  'node:cluster': ['scripts'],
};
