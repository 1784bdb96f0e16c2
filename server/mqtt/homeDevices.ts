import { LATE_AFTER_MS } from '#domain/nodes/nodeList.ts';
import { type HomeDevice, toTheMinute } from '#domain/mqtt/homeAssistant.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import type { AlbumRepository } from '#server/photos/albums/albumRepository.ts';
import type { AlbumScopes } from '#server/photos/albums/albumScopes.ts';
import type { photosNamed } from '#server/photos/albums/photoQueries.ts';
import type { TabletListeners } from '../tablets/events/tabletListeners.ts';
import type { StoredTablet } from '../tablets/registry/tabletQueries.ts';
import type { TabletRepository } from '../tablets/registry/tabletRepository.ts';
import type { TabletWatch } from '../tablets/registry/tabletWatch.ts';

export interface DeviceParts {
  registry: Pick<NodeRegistry, 'heard' | 'find'>;
  tablets: Pick<TabletRepository, 'list'>;
  tabletWatch: Pick<TabletWatch, 'seen'>;
  tabletListeners: Pick<TabletListeners, 'isListening' | 'tell'>;
  photos: {
    albums: Pick<AlbumRepository, 'list'>;
    scopes: Pick<AlbumScopes, 'below'>;
    queries: { named: ReturnType<typeof photosNamed> };
  };
}

type Albums = Awaited<ReturnType<AlbumRepository['list']>>;

const PERCENT = 100;
/** The longest state that Home Assistant accepts. */
const LONGEST_STATE = 255;

/** All nodes and tablets, as devices of Home Assistant. */
export async function homeDevices(parts: DeviceParts, albums: Albums): Promise<HomeDevice[]> {
  const { registry, tablets } = parts;
  const nodes = registry.heard().flatMap(({ nodeId }): HomeDevice[] => {
    const node = registry.find(nodeId);
    if (!node) return [];
    const { ageMs, lastHeartbeat, brightness } = node;
    const connected = ageMs !== null && ageMs < LATE_AFTER_MS ? 'ON' : 'OFF';
    const state = { connected, lastHeard: toTheMinute(lastHeartbeat), brightness } as const;
    return [{ kind: 'node', id: nodeId, name: nodeId, state }];
  });
  const active = (await tablets.list()).filter(({ state }) => state === 'active');
  return [...nodes, ...(await tabletDevices(active, parts, albums))];
}

async function tabletDevices(
  active: readonly StoredTablet[],
  { tabletWatch, tabletListeners, photos }: DeviceParts,
  albums: Albums,
): Promise<HomeDevice[]> {
  const seen = active.map((tablet) => tabletWatch.seen(tablet));
  const onScreen = await photos.queries.named(
    seen.map(({ report }) => report?.photo ?? { filename: '', albumSlug: '' }),
  );
  const visible = await Promise.all(active.map(async ({ albumIds }) => photos.scopes.below(albumIds)));
  return active.map((tablet, index): HomeDevice => {
    const { lastSeenAt = null, report = null } = seen[index] ?? {};
    const photo = onScreen[index];
    const album = albums.find(({ id }) => id === photo?.albumId);
    return {
      kind: 'tablet',
      id: tablet.id,
      name: tablet.name,
      albums: albums.filter(({ id }) => visible[index]?.has(id) ?? true).map(({ id, name }) => ({ id, name })),
      state: {
        connected: tabletListeners.isListening(tablet.id) ? 'ON' : 'OFF',
        lastHeard: toTheMinute(lastSeenAt),
        battery: report?.battery ? Math.round(report.battery.level * PERCENT) : null,
        shown: (photo?.photo.caption ?? album?.name)?.slice(0, LONGEST_STATE) ?? null,
      },
    };
  });
}
