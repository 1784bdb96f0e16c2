import { isoTime } from '#domain/clock/isoTime.ts';
import { basename } from 'node:path';
import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import {
  ImmichAlbum,
  ImmichDoor,
  NewSource,
  Source,
  SourceChanges,
  SourceList,
} from '#contract/schemas/arrivals/sources.ts';
import { EXAMPLES } from '#contract/schemas/shared.ts';
import { UserError } from '../errors.ts';
import { ADMINS } from '../http/security/access.ts';
import { errorWhen, json } from '../http/responses.ts';
import { pathParams, type TypedApp } from '../http/typedApp.ts';
import { isWebUrl } from '../settings/networks.ts';
import type { Following } from './following.ts';
import { ImmichClient } from './immich/immichClient.ts';
import { SourceAway, SourceFailed } from './sourceAdapter.ts';
import type { SourceRepository, StoredSource } from './sourceRepository.ts';

interface SourceServices {
  sources: SourceRepository;
  following: Following;
  roots: readonly string[];
  /** The real path of a folder that may be followed; throws a sentence otherwise. */
  followable: (path: string) => Promise<string>;
  /** Whether there is such an album. */
  hasAlbum: (id: string) => Promise<boolean>;
  seal: (text: string) => string;
}

const tags = ['Sources'];
const example = { id: EXAMPLES.sourceId };
const UNKNOWN = errorWhen('There is no such source');
const NO_SOURCE = 'There is no such source (any more)';
const listSchema = { tags, summary: 'Where photos come from', response: { 200: json('All sources', SourceList) } };
const newSchema = {
  tags,
  summary: 'Follow a folder or an album of Immich',
  description:
    'Folders become albums; what vanishes in a folder stays here. What leaves the Immich album goes to the trash.',
  body: NewSource,
  response: { 201: json('The source', Source), 400: errorWhen('The folder may not be followed, or is none') },
};
const changeSchema = {
  tags,
  summary: 'Change a source',
  params: pathParams(ADMIN_PATTERNS.source, example),
  body: SourceChanges,
  response: { 200: json('The source as it is now', Source), 400: errorWhen('There is no such album'), 404: UNKNOWN },
};
const readSchema = {
  tags,
  summary: 'Read a source now',
  params: pathParams(ADMIN_PATTERNS.readSource, example),
  response: { 202: json('The source', Source), 404: UNKNOWN },
};
const removeSchema = {
  tags,
  summary: 'Follow a source no more',
  description: 'Its photos stay.',
  params: pathParams(ADMIN_PATTERNS.source, example),
  response: { 200: json('The sources that are left', SourceList), 404: UNKNOWN },
};
const immichSchema = {
  tags,
  summary: 'The albums of an Immich server',
  body: ImmichDoor,
  response: {
    200: json('Its albums', Type.Array(ImmichAlbum)),
    400: errorWhen('It cannot be reached, or does not accept the key'),
  },
};
const config = { access: ADMINS };

/** The calls about sources, from which photos are imported automatically. */
export function registerSourceRoutes(app: TypedApp, services: SourceServices): void {
  const { sources, following, roots } = services;
  const asSource = async (source: StoredSource): Promise<Source> => sourceRecord(source, services);
  const list = async (): Promise<SourceList> => ({
    roots: [...roots],
    sources: await Promise.all((await sources.list()).map(asSource)),
  });
  const found = async (id: string): Promise<StoredSource> => {
    const source = await sources.find(id);
    if (source) return source;
    throw new UserError(404, NO_SOURCE);
  };

  app.get(ADMIN_PATTERNS.sources, { config, schema: listSchema }, list);

  app.post(ADMIN_PATTERNS.sources, { config, schema: newSchema }, async (request, reply) => {
    await requireAlbum(request.body.albumId, services);
    const source = await sources.create(await rowOf(request.body, services));
    following.read(source.id);
    return reply.status(201).send(await asSource(source));
  });

  app.patch(ADMIN_PATTERNS.source, { config, schema: changeSchema }, async (request) => {
    const { id } = await found(request.params.id);
    const { paused, ...changes } = request.body;
    await requireAlbum(changes.albumId ?? null, services);
    await sources.change(id, { ...changes, ...(paused !== undefined && { isPaused: paused }) });
    following.forget(id);
    if (paused === false) following.read(id);
    return asSource(await found(id));
  });

  app.post(ADMIN_PATTERNS.readSource, { config, schema: readSchema }, async (request, reply) => {
    const source = await found(request.params.id);
    following.read(source.id);
    return reply.status(202).send(await asSource(source));
  });

  app.delete(ADMIN_PATTERNS.source, { config, schema: removeSchema }, async (request) => {
    following.forget(request.params.id);
    if (!(await sources.remove(request.params.id))) throw new UserError(404, NO_SOURCE);
    return list();
  });

  app.post(ADMIN_PATTERNS.immichAlbums, { config, schema: immichSchema }, async (request) => {
    const { url, apiKey } = request.body;
    return sayingWhy(() => new ImmichClient({ url: checkedUrl(url), apiKey }).albums());
  });
}

async function sourceRecord(source: StoredSource, { sources, following }: SourceServices): Promise<Source> {
  const { id, kind, name, place, albumId, message, lastReadAt } = source;
  const isReading = following.reading === id;
  const state = source.isPaused ? 'paused' : isReading ? 'reading' : source.state;
  return {
    id,
    kind,
    name,
    ...(kind === 'folder' ? { path: place } : { url: place }),
    albumId,
    state,
    ...(message !== null && !isReading && { message }),
    lastReadAt: isoTime(lastReadAt),
    ...(await sources.counts(id)),
  };
}

async function requireAlbum(id: string | null, { hasAlbum }: SourceServices): Promise<void> {
  if (id !== null && !(await hasAlbum(id))) throw new UserError(400, 'There is no such album');
}

async function rowOf(source: NewSource, { followable, seal }: SourceServices) {
  const { kind, albumId } = source;
  if (source.kind === 'folder') {
    const place = await followable(source.path);
    return { kind, name: source.name?.trim() || basename(place), place, albumId, details: '{}' };
  }
  const place = checkedUrl(source.url);
  const { immichAlbumId, apiKey } = source;
  const { name } = await sayingWhy(() => new ImmichClient({ url: place, apiKey }).album(immichAlbumId));
  const details = JSON.stringify({ immichAlbumId, apiKey: seal(apiKey) });
  return { kind, name: source.name?.trim() || name, place, albumId, details };
}

function checkedUrl(url: string): string {
  if (isWebUrl(url)) return url.replace(/\/+$/, '');
  throw new UserError(400, 'Enter the address of Immich, such as http://192.168.1.20:2283');
}

async function sayingWhy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SourceAway || error instanceof SourceFailed) throw new UserError(400, error.message);
    throw error;
  }
}
