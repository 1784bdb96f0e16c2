import type { BackupSchedule } from '#server/backups/backupSchedule.ts';
import { performance } from 'node:perf_hooks';
import { Registry } from 'prom-client';
import { countNodes } from '#domain/nodes/nodeList.ts';
import type { Counters } from '#server/core/counters.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import type { OverviewQueries } from '#server/home/overviewQueries.ts';
import type { PhotoServices } from '../photos/photoServices.ts';
import { freeBytesOf } from '#server/core/files/diskSpace.ts';
import type { TabletListeners } from '../tablets/events/tabletListeners.ts';
import type { TabletRepository } from '../tablets/registry/tabletRepository.ts';
import { counter, gauge, METRIC_PREFIX, one, measureProcess, RouteDurations } from './measured.ts';

export interface MeasuredParts {
  counters: Counters;
  registry: Pick<NodeRegistry, 'statuses'>;
  tablets: Pick<TabletRepository, 'list'>;
  tabletListeners: Pick<TabletListeners, 'size'>;
  overview: Pick<OverviewQueries, 'storedBytes'>;
  photos: Pick<PhotoServices, 'decoder'> & { backups: BackupSchedule };
  settings: { dataDir: string };
  now: () => number;
}

export interface Metrics {
  read(): Promise<{ contentType: string; text: string }>;
}

/** All metrics of this server, made when they are read. Every label has few values, all of them the program's own. */
export function metricsOf(parts: MeasuredParts): Metrics {
  const registry = new Registry();
  measureProcess(registry);
  measureRequests(registry, parts);
  measureUploads(registry, parts);
  measureDecoders(registry, parts);
  measureClients(registry, parts);
  measureStorage(registry, parts);
  measureEventLoop(registry);
  return { read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }) };
}

function measureRequests(registry: Registry, { counters }: MeasuredParts): void {
  counter(registry, {
    name: 'http_requests_total',
    help: 'Responses by route and class of status',
    labelNames: ['method', 'route', 'status'],
    read: () =>
      counters.routes.flatMap(({ method, route, byClass }) =>
        byClass.flatMap((value, hundreds) =>
          value === 0 ? [] : [{ labels: { method, route, status: `${hundreds}xx` }, value }],
        ),
      ),
  });
  registry.registerMetric(new RouteDurations(`${METRIC_PREFIX}http_request_duration_seconds`, counters.routes));
}

function measureUploads(registry: Registry, { counters }: MeasuredParts): void {
  const { uploads, refused } = counters;
  counter(registry, {
    name: 'uploads_total',
    help: 'Files of uploads by result',
    labelNames: ['outcome'],
    read: () => [
      { labels: { outcome: 'accepted' }, value: uploads.accepted },
      { labels: { outcome: 'duplicate' }, value: uploads.duplicates },
    ],
  });
  counter(registry, {
    name: 'uploads_refused_total',
    help: 'Files of uploads that were refused, by reason',
    labelNames: ['reason'],
    read: () => [...refused].map(([reason, value]) => ({ labels: { reason }, value })),
  });
  counter(registry, {
    name: 'upload_bytes_total',
    help: 'Bytes of files that were received whole',
    read: () => one(uploads.bytes),
  });
}

function measureDecoders(registry: Registry, { photos: { decoder } }: MeasuredParts): void {
  gauge(registry, {
    name: 'decoders',
    help: 'Processes that decode pictures',
    labelNames: ['state'],
    read: () => [
      { labels: { state: 'busy' }, value: decoder.activity.busy },
      { labels: { state: 'idle' }, value: decoder.activity.idle },
    ],
  });
  gauge(registry, {
    name: 'decoders_waiting',
    help: 'Pictures that wait for a process',
    read: () => one(decoder.activity.waiting),
  });
  counter(registry, {
    name: 'decoder_losses_total',
    help: 'Processes that a picture or the system ended',
    read: () => one(decoder.activity.lost),
  });
}

function measureClients(registry: Registry, parts: MeasuredParts): void {
  const { counters, tablets, tabletListeners } = parts;
  gauge(registry, {
    name: 'sockets',
    help: 'Open sockets of screens (readers) and of devices (reporters)',
    labelNames: ['kind'],
    read: () => [
      { labels: { kind: 'reader' }, value: counters.sockets.readers },
      { labels: { kind: 'reporter' }, value: counters.sockets.reporters },
    ],
  });
  gauge(registry, {
    name: 'nodes',
    help: 'Nodes, and those of them that were silent for a minute or more',
    labelNames: ['state'],
    read: () => {
      const statuses = parts.registry.statuses();
      const { onTime } = countNodes(statuses, 0);
      return [
        { labels: { state: 'on-time' }, value: onTime },
        { labels: { state: 'late' }, value: statuses.length - onTime },
      ];
    },
  });
  gauge(registry, {
    name: 'tablets',
    help: 'Tablets with a valid key',
    read: async () => one((await tablets.list()).filter(({ state }) => state === 'active').length),
  });
  gauge(registry, {
    name: 'tablets_online',
    help: 'Tablets that listen at this moment',
    read: () => one(tabletListeners.size),
  });
}

function measureStorage(registry: Registry, { overview, settings, photos, now }: MeasuredParts): void {
  gauge(registry, {
    name: 'storage_used_bytes',
    help: 'What the originals take, those in the trash included',
    read: async () => one(await overview.storedBytes()),
  });
  gauge(registry, {
    name: 'storage_free_bytes',
    help: 'What is free on the disk of the library',
    read: async () => one(await freeBytesOf(settings.dataDir)),
  });
  gauge(registry, {
    name: 'backup_age_seconds',
    help: 'The age of the newest backup that the server knows; absent when there is none',
    read: async () => {
      const madeAt = (await photos.backups.last().catch(() => undefined))?.madeAt;
      return madeAt == null ? [] : one(Math.max(0, now() - madeAt) / 1_000);
    },
  });
}

function measureEventLoop(registry: Registry): void {
  let before = performance.eventLoopUtilization();
  gauge(registry, {
    name: 'event_loop_utilisation',
    help: 'The share of the time since the last reading in which the event loop was busy',
    read: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return one(utilization);
    },
  });
}
