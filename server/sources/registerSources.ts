import { recordOf, textOf } from '#domain/records.ts';
import { reasonOf } from '#server/core/errors.ts';
import type { AuditLog } from '#server/core/audit/auditLog.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import type { PhotoServices } from '../photos/photoServices.ts';
import type { Slots } from '#server/core/slots.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { openFolder } from './folder/followedFolder.ts';
import { copyFolderOf, followable, type FollowBounds } from './folder/sourceFolder.ts';
import { Following } from './following.ts';
import { type OpenSource, SourceFailed } from './sourceAdapter.ts';
import { openImmich } from './immich/openImmich.ts';
import type { Sealing } from '#server/core/http/security/sealingKeysRepository.ts';
import { registerSourceRoutes } from './sourceRoutes.ts';
import { sourceParts, type StoredSource } from './sourceRepository.ts';

const LOST_KEY =
  'The key of Immich cannot be read: the file that opens it did not come along with the database. Remove this source and add it again: its photos stay';

type SourceParts = Parameters<typeof sourceParts>[0] & {
  settings: Pick<Settings, 'dataDir' | 'sources' | 'maxUploadBytes' | 'maxImagePixels'>;
  photos: PhotoServices;
  slots: Pick<Slots, 'copyFolders' | 'companions'>;
  counters: { uploads: { running: number } };
  leader: { isHere(): boolean };
  audit: Pick<AuditLog, 'record'>;
};

/** Registers the calls of sources, and follows the sources until the app closes. */
export async function registerSources(app: TypedApp, parts: SourceParts): Promise<void> {
  const { settings, photos, counters, leader, audit } = parts;
  const { sources, sealed } = await sourceParts(parts);
  const following = new Following({
    sources,
    open: (source) => openSource(source, { ...parts, sealed }),
    taking: { ...photos, maxUploadBytes: settings.maxUploadBytes },
    trash: photos.trash,
    audit,
    settings,
    everyMs: settings.sources.everyMs,
    isUploading: () => counters.uploads.running > 0,
    leader,
    onError: (error) => app.log.warn({ reason: reasonOf(error) }, 'A source of photos could not be followed'),
  });
  registerSourceRoutes(app, {
    sources,
    following,
    roots: settings.sources.roots,
    audit,
    followable: (path) => followable(path, boundsOf(parts)),
    findAlbum: (id) => photos.albums.find(id),
    seal: sealed.seal,
  });
  app.addHook('onReady', async () => following.start());
  app.addHook('preClose', () => following.close());
}

function boundsOf({ settings, slots }: SourceParts): FollowBounds {
  const own = async () => ({ dataDir: settings.dataDir, backupDir: await copyFolderOf({ slots }) });
  return { roots: settings.sources.roots, own };
}

function openSource(source: StoredSource, parts: SourceParts & { sealed: Sealing }): OpenSource {
  const { settings, now, sealed, slots } = parts;
  const { name, place, albumId } = source;
  if (source.kind === 'folder')
    return openFolder({ name, place, albumId, bounds: boundsOf(parts), kinds: slots.companions, now });
  const details = recordOf(JSON.parse(source.details));
  const apiKey = sealed.open(textOf(details, 'apiKey') ?? '');
  if (apiKey === undefined) throw new SourceFailed(LOST_KEY);
  const immichAlbumId = textOf(details, 'immichAlbumId') ?? '';
  const kinds = slots.companions;
  return openImmich({ url: place, apiKey, immichAlbumId, kinds, maxBytes: settings.maxUploadBytes });
}
