import { isoTime } from '#domain/clock/isoTime.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { NewTablet, Tablet, TabletChanges, TabletWithKey } from '#contract/tablets/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { ADMINS, personOf } from '#server/core/access/access.ts';
import { type LinkSources, tabletLink } from '#server/core/http/security/origins.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { checkedEnd, checkedSettings, checkedTabletName } from './checkedFields.ts';
import type { TabletListeners } from './events/tabletListeners.ts';
import type { StoredTablet } from './registry/tabletQueries.ts';
import { type NewKey, NO_SUCH_TABLET } from './registry/tabletKeyRepository.ts';
import type { TabletRepository } from './registry/tabletRepository.ts';
import type { TabletWatch } from './registry/tabletWatch.ts';
import { settingsByCodes, type WallCode } from './wallCodes.ts';

export interface TabletServices extends LinkSources {
  tablets: TabletRepository;
  wallCodes: Iterable<WallCode>;
  tabletWatch: TabletWatch;
  tabletListeners: TabletListeners;
  audit: Pick<AuditLog, 'record'>;
  /** Called after a change of keys, so that open streams and sockets look theirs up again. */
  credentialChanges: { announce: () => void };
  now: () => number;
}

const access = { config: { access: ADMINS } };
const NAME_TAKEN = errorWhen('Another tablet or key has this name');
const NO_TABLET = errorWhen('There is no such tablet');
const params = pathParams(ADMIN_PATTERNS.tablet, { id: EXAMPLES.tabletId });
const tags = ['Tablets'];

/** The calls with which admins see and change tablets. */
export function registerTabletRoutes(app: TypedApp, services: TabletServices): void {
  const { tablets } = services;
  const all = { tags, summary: 'All tablets', response: { 200: json('The tablets', Type.Array(Tablet)) } };
  app.get(ADMIN_PATTERNS.tablets, { ...access, schema: all }, async () =>
    (await tablets.list()).map((tablet) => tabletFrom(tablet, services)),
  );
  const one = { tags, summary: 'One tablet', params, response: { 200: json('The tablet', Tablet), 404: NO_TABLET } };
  app.get(ADMIN_PATTERNS.tablet, { ...access, schema: one }, async (request) =>
    tabletFrom(await existingTablet(request.params.id, tablets), services),
  );
  registerCreation(app, services);
  registerChanges(app, services);
  registerReplacement(app, services);
}

function registerCreation(app: TypedApp, services: TabletServices): void {
  const { tablets, wallCodes, audit, now } = services;
  const schema = {
    tags,
    summary: 'Make a tablet',
    description: 'The key is returned only this once.',
    body: NewTablet,
    response: { 201: json('The tablet with its key and address', TabletWithKey), 409: NAME_TAKEN },
  };
  app.post(ADMIN_PATTERNS.tablets, { ...access, schema }, async (request, reply) => {
    const { body: wanted } = request;
    const { albumIds = null, expiresAt } = wanted;
    const name = checkedTabletName(wanted.name);
    const settings = { ...checkedSettings(wanted.settings ?? {}), guestShareId: null };
    const end = checkedEnd(expiresAt, now()) ?? null;
    const by = personOf(request).userId;
    const { key, tablet } = await tablets.create({ name, albumIds, settings, expiresAt: end, madeBy: by });
    audit.record({ action: 'key-made', ...askedBy(request), what: name });
    const code = await settingsByCodes(wallCodes, { tablet, wanted, ...askedBy(request) });
    const shown = code.guestShareId ? await tablets.update(tablet.id, { settings: code }) : tablet;
    return reply.status(201).send(withKey({ key, tablet: shown ?? tablet }, request, services));
  });
}

function registerChanges(app: TypedApp, services: TabletServices): void {
  const { tablets, wallCodes, tabletListeners, credentialChanges, audit, now } = services;
  const schema = {
    tags,
    summary: 'Change a tablet',
    description: 'Fields that are absent stay as they are.',
    params,
    body: TabletChanges,
    response: { 200: json('The tablet as it is now', Tablet), 404: NO_TABLET, 409: NAME_TAKEN },
  };
  app.patch(ADMIN_PATTERNS.tablet, { ...access, schema }, async (request) => {
    const { id } = request.params;
    const { name, albumIds, settings, expiresAt } = request.body;
    const end = checkedEnd(expiresAt, now());
    const before = await existingTablet(id, tablets);
    const code = await settingsByCodes(wallCodes, { tablet: before, wanted: request.body, ...askedBy(request) });
    const tablet = await tablets.update(id, {
      ...(name === undefined ? {} : { name: checkedTabletName(name) }),
      ...(albumIds === undefined ? {} : { albumIds }),
      settings: { ...checkedSettings(settings ?? {}, before.settings), ...code },
      ...(end === undefined ? {} : { expiresAt: end }),
    });
    if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
    const what = changedRights(request.body);
    if (what !== '') audit.record({ action: 'tablet-changed', ...askedBy(request), what: `“${tablet.name}”: ${what}` });
    credentialChanges.announce();
    if (albumIds !== undefined) tabletListeners.tell(id, { event: 'albums' });
    tabletListeners.tell(id, { event: 'settings' });
    return tabletFrom(tablet, services);
  });
}

/** Describes how a change affects the tablet's name or access; '' for a change of its settings alone. */
function changedRights({ name, albumIds, expiresAt }: TabletChanges): string {
  const words = [
    name !== undefined && 'its name',
    albumIds !== undefined &&
      (albumIds === null ? 'it may see all albums' : `it may see ${countOf(albumIds.length, 'album')}`),
    expiresAt !== undefined &&
      (expiresAt === null ? 'it has no end' : `it ends on ${new Date(expiresAt).toISOString()}`),
  ];
  return words.filter(Boolean).join(', ');
}

function registerReplacement(app: TypedApp, services: TabletServices): void {
  const { tablets, tabletListeners, audit, credentialChanges } = services;
  const schema = {
    tags,
    summary: 'End the key of a tablet, for another one',
    description:
      'The key is revoked at once, and all else of the tablet stays. Its screen empties and shows letters; accepting them with the id of this tablet makes the screen this tablet again, with a new key.',
    params,
    response: { 200: json('The tablet, which has no key now', Tablet), 404: NO_TABLET },
  };
  app.post(ADMIN_PATTERNS.replaceTabletKey, { ...access, schema }, async (request) => {
    const { id } = request.params;
    const ended = await tablets.endKeys(id);
    if (!ended) throw new UserError(404, NO_SUCH_TABLET);
    if (ended.wasActive) audit.record({ action: 'key-revoked', ...askedBy(request), what: ended.tablet.name });
    credentialChanges.announce();
    tabletListeners.end(id);
    return tabletFrom(ended.tablet, services);
  });
}

export async function existingTablet(id: string, tablets: Pick<TabletRepository, 'find'>): Promise<StoredTablet> {
  const tablet = await tablets.find(id);
  if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
  return tablet;
}

type Watching = Pick<TabletServices, 'tabletWatch' | 'tabletListeners'>;

export function tabletFrom(stored: StoredTablet, { tabletWatch, tabletListeners }: Watching): Tablet {
  const { id, name, albumIds, settings, state, guestCode } = stored;
  const { lastSeenAt, report, day } = tabletWatch.seen(stored);
  const times = {
    createdAt: isoTime(stored.createdAt),
    expiresAt: isoTime(stored.expiresAt),
    lastSeenAt: isoTime(lastSeenAt),
  };
  const listening = tabletListeners.isListening(id);
  return {
    id,
    name,
    albumIds,
    settings,
    ...times,
    report,
    listening,
    state,
    day,
    guestCode,
  };
}

function withKey({ key, tablet }: NewKey, request: FastifyRequest, services: TabletServices): TabletWithKey {
  return { ...tabletFrom(tablet, services), key, url: tabletLink(request, services, key) };
}
