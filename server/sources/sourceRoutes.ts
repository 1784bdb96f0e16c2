import { isoTime } from '#domain/clock/isoTime.ts';
import { basename } from 'node:path';
import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import {
  ImmichAlbum,
  ImmichDoor,
  LeavingDecision,
  NewSource,
  Source,
  SourceChanges,
  SourceList,
} from '#contract/sources/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { leavingText } from '#domain/sources/sourceState.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { ADMINS, personOf } from '#server/core/access/access.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { isWebUrl } from '#server/core/settings/networks.ts';
import type { Following } from './following.ts';
import { ImmichClient } from './immich/immichClient.ts';
import { SourceAway, SourceFailed } from './sourceAdapter.ts';
import type { SourceRepository, StoredSource } from './sourceRepository.ts';

interface SourceServices {
  sources: SourceRepository;
  following: Following;
  roots: readonly string[];
  audit: Pick<AuditLog, 'record'>;
  /** The real path of a folder that may be followed; throws a sentence otherwise. */
  followable: (path: string) => Promise<string>;
  findAlbum: (id: string) => Promise<{ name: string } | undefined>;
  seal: (text: string) => string;
}

const tags = ['Sources'];
const example = { id: EXAMPLES.sourceId };
const UNKNOWN = errorWhen('There is no such source');
const NO_SOURCE = 'There is no such source (any more)';
const PAUSED = 'It is paused: let it go on first, so that the server sees which photos are still gone';
const NONE_WAITS = 'These photos are back, or somebody has decided already';
const listSchema = { tags, summary: 'Where photos come from', response: { 200: json('All sources', SourceList) } };
const newSchema = {
  tags,
  summary: 'Follow a folder or an album of Immich',
  description:
    'Folders become albums; what vanishes in a folder stays here. Photos that it brought and that leave the Immich album go to the trash; when these are most of them, and more than 20, an admin is asked first.',
  body: NewSource,
  response: { 201: json('The source', Source), 400: errorWhen('The folder may not be followed, or is none') },
};
const changeSchema = {
  tags,
  summary: 'Change a source',
  params: pathParams(ADMIN_PATTERNS.source, example),
  body: SourceChanges,
  response: {
    200: json('The source as it is now', Source),
    400: errorWhen('There is no such album, or no name'),
    404: UNKNOWN,
  },
};
const leftSchema = {
  tags,
  summary: 'Decide about photos that have left a source',
  description:
    '`trash`: those that were named until `namedAt`, and are still gone at the reading that follows, go to the trash. `keep`: they stay, and are no longer the source’s own.',
  params: pathParams(ADMIN_PATTERNS.leftSource, example),
  body: LeavingDecision,
  response: {
    200: json('The source as it is now', Source),
    400: errorWhen('That is no time'),
    404: UNKNOWN,
    409: errorWhen('None of them waits any more, or the source is paused'),
  },
};
const readSchema = {
  tags,
  summary: 'Read a source now',
  params: pathParams(ADMIN_PATTERNS.readSource, example),
  response: { 202: json('The source', Source), 404: UNKNOWN },
};
const removeSchema = {
  tags,
  summary: 'Stop following a source',
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
  const { sources, following, roots, audit } = services;
  const asSource = async (source: StoredSource): Promise<Source> => sourceRecord(source, services);
  const list = async (): Promise<SourceList> => ({
    roots: [...roots],
    sources: await Promise.all((await sources.list()).map(asSource)),
  });

  app.get(ADMIN_PATTERNS.sources, { config, schema: listSchema }, list);
  registerChange(app, services);
  registerDecision(app, services);

  app.post(ADMIN_PATTERNS.sources, { config, schema: newSchema }, async (request, reply) => {
    await requireAlbum(request.body.albumId, services);
    const row = await rowOf(request.body, services);
    const source = await sources.create({ ...row, madeBy: personOf(request).userId });
    audit.record({ action: 'source-added', ...askedBy(request), what: `“${source.name}” (${source.place})` });
    following.read(source.id);
    return reply.status(201).send(await asSource(source));
  });

  app.post(ADMIN_PATTERNS.readSource, { config, schema: readSchema }, async (request, reply) => {
    const source = await existing(request.params.id, sources);
    audit.record({ action: 'source-read', ...askedBy(request), what: `“${source.name}”` });
    following.read(source.id);
    return reply.status(202).send(await asSource(source));
  });

  app.delete(ADMIN_PATTERNS.source, { config, schema: removeSchema }, async (request) => {
    const { id, name } = await existing(request.params.id, sources);
    following.forget(id);
    if (!(await sources.remove(id))) throw new UserError(404, NO_SOURCE);
    audit.record({ action: 'source-removed', ...askedBy(request), what: `“${name}”` });
    return list();
  });

  app.post(ADMIN_PATTERNS.immichAlbums, { config, schema: immichSchema }, async (request) => {
    const { url, apiKey } = request.body;
    return sayingWhy(() => new ImmichClient({ url: checkedUrl(url), apiKey }).albums());
  });
}

function registerChange(app: TypedApp, services: SourceServices): void {
  const { sources, following, audit } = services;
  app.patch(ADMIN_PATTERNS.source, { config, schema: changeSchema }, async (request) => {
    const before = await existing(request.params.id, sources);
    const { id } = before;
    const { albumId, paused } = request.body;
    const name = request.body.name?.trim();
    if (name === '') throw new UserError(400, 'Enter a name for it');
    const album = await requireAlbum(albumId ?? null, services);
    await sources.change(id, {
      ...(albumId !== undefined && { albumId }),
      ...(name !== undefined && { name }),
      ...(paused !== undefined && { isPaused: paused }),
    });
    const source = await existing(id, sources);
    const what = changesText(before, source, album);
    if (what !== '') audit.record({ action: 'source-changed', ...askedBy(request), what: `“${before.name}”: ${what}` });
    following.forget(id);
    if (paused === false) following.read(id);
    return sourceRecord(source, services);
  });
}

function registerDecision(app: TypedApp, services: SourceServices): void {
  const { sources, following, audit } = services;
  app.post(ADMIN_PATTERNS.leftSource, { config, schema: leftSchema }, async (request) => {
    const source = await existing(request.params.id, sources);
    const { action } = request.body;
    const namedAt = Date.parse(request.body.namedAt);
    if (Number.isNaN(namedAt)) throw new UserError(400, 'namedAt must be the time that the source says');
    if (action === 'trash' && source.isPaused) throw new UserError(409, PAUSED);
    const photos = await sources.decide(source.id, { namedAt, action });
    if (photos === 0) throw new UserError(409, NONE_WAITS);
    const did = action === 'trash' ? 'leaving-approved' : 'leaving-refused';
    audit.record({ action: did, ...askedBy(request), what: leavingText({ photos, name: source.name }) });
    following.read(source.id);
    return sourceRecord(source, services);
  });
}

async function existing(id: string, sources: SourceRepository): Promise<StoredSource> {
  const source = await sources.find(id);
  if (source) return source;
  throw new UserError(404, NO_SOURCE);
}

async function sourceRecord(source: StoredSource, { sources, following }: SourceServices): Promise<Source> {
  const { id, kind, name, place, albumId, message, lastReadAt, madeBy } = source;
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
    madeBy,
    lastReadAt: isoTime(lastReadAt),
    ...(await sources.counts(id)),
  };
}

async function requireAlbum(id: string | null, { findAlbum }: SourceServices) {
  const album = id === null ? undefined : await findAlbum(id);
  if (id !== null && !album) throw new UserError(400, 'There is no such album');
  return album;
}

/** The changes of a source for the audit log; empty when there are none. */
function changesText(before: StoredSource, after: StoredSource, album: { name: string } | undefined): string {
  return [
    ...(before.name === after.name ? [] : [`is called “${after.name}” now`]),
    ...(before.albumId === after.albumId
      ? []
      : [album ? `goes to the album “${album.name}”` : 'has albums of its own']),
    ...(before.isPaused === after.isPaused ? [] : [after.isPaused ? 'is paused' : 'goes on']),
  ].join(', ');
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
