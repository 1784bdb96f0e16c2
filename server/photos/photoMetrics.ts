import type { Counters } from '#server/core/counters.ts';
import { freeBytesOf } from '#server/core/files/diskSpace.ts';
import { type Metric, one } from '#server/core/metric.ts';
import type { DecodePool } from './decode/decodePool.ts';

export function uploadMetrics({ uploads, refused }: Pick<Counters, 'uploads' | 'refused'>): Metric[] {
  return [
    {
      kind: 'counter',
      name: 'uploads_total',
      help: 'Files of uploads by result',
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
  ];
}

export function decoderMetrics(decoder: Pick<DecodePool, 'activity'>): Metric[] {
  return [
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
  ];
}

interface Stored {
  storedBytes: () => Promise<number>;
  dataDir: string;
}

export function storageMetrics({ storedBytes, dataDir }: Stored): Metric[] {
  return [
    {
      kind: 'gauge',
      name: 'storage_used_bytes',
      help: 'What the originals take, those in the trash included',
      read: async () => one(await storedBytes()),
    },
    {
      kind: 'gauge',
      name: 'storage_free_bytes',
      help: 'What is free on the disk of the library',
      read: async () => one(await freeBytesOf(dataDir)),
    },
  ];
}
