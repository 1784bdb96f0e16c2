import type { Counters } from '#server/core/counters.ts';
import type { Database } from '#server/core/db/open.ts';
import { freeBytesOf } from '#server/core/files/diskSpace.ts';
import { one } from '#server/core/metric.ts';
import type { Slots } from '#server/core/slots.ts';
import type { DecodePool } from './decode/decodePool.ts';
import { storedBytes } from './overviewQueries.ts';

interface Measured {
  counters: Counters;
  decoder: Pick<DecodePool, 'activity'>;
  db: Database;
  settings: { dataDir: string };
}

/** Numbers of uploads, of the programs that decode pictures, and of the room that photos take. */
export function addPhotoMetrics(metrics: Slots['metrics'], { counters, decoder, db, settings }: Measured): void {
  const { uploads, refused } = counters;
  metrics.add(
    10,
    {
      kind: 'counter',
      name: 'uploads_total',
      help: 'Files of uploads by what became of them',
      labelNames: ['outcome'],
      read: () => [
        { labels: { outcome: 'accepted' }, value: uploads.accepted },
        { labels: { outcome: 'duplicate' }, value: uploads.duplicates },
      ],
    },
    {
      kind: 'counter',
      name: 'uploads_refused_total',
      help: 'Files of uploads that were refused, by reason',
      labelNames: ['reason'],
      read: () => [...refused].map(([reason, value]) => ({ labels: { reason }, value })),
    },
    {
      kind: 'counter',
      name: 'upload_bytes_total',
      help: 'Bytes of files that were received whole',
      read: () => one(uploads.bytes),
    },
    {
      kind: 'gauge',
      name: 'decoders',
      help: 'Processes that decode pictures',
      labelNames: ['state'],
      read: () => [
        { labels: { state: 'busy' }, value: decoder.activity.busy },
        { labels: { state: 'idle' }, value: decoder.activity.idle },
      ],
    },
    {
      kind: 'gauge',
      name: 'decoders_waiting',
      help: 'Pictures that wait for a process',
      read: () => one(decoder.activity.waiting),
    },
    {
      kind: 'counter',
      name: 'decoder_losses_total',
      help: 'Processes that a picture or the system ended',
      read: () => one(decoder.activity.lost),
    },
  );
  metrics.add(
    40,
    {
      kind: 'gauge',
      name: 'storage_used_bytes',
      help: 'What the originals take, those in the trash included',
      read: async () => one(await storedBytes(db)),
    },
    {
      kind: 'gauge',
      name: 'storage_free_bytes',
      help: 'What is free on the disk of the library',
      read: async () => one(await freeBytesOf(settings.dataDir)),
    },
  );
}
