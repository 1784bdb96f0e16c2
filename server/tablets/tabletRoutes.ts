import { type Static, Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import type { Tablet, TabletWithKey } from '#contract/tablets.ts';
import { kioskAddressWith } from '#domain/access/kioskAddress.ts';
import { askedBy } from '../audit/auditEvent.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { UserError } from '../errors.ts';
import { ADMINS, personOf } from '../http/security/access.ts';
import { linkOrigin } from '../http/security/origins.ts';
import { pathParams, type TypedApp } from '../http/typedApp.ts';
import type { TabletListeners } from './events/tabletListeners.ts';
import { checkedEnd, checkedSettings, checkedTabletName, TABLET_FIELDS } from './tabletFields.ts';
import type { StoredTablet } from './registry/tabletQueries.ts';
import { type NewKey, NO_SUCH_TABLET } from './registry/tabletKeyRepository.ts';
import type { TabletRepository } from './registry/tabletRepository.ts';
import type { TabletWatch } from './registry/tabletWatch.ts';

export interface TabletServices {
  tablets: TabletRepository;
  tabletWatch: TabletWatch;
  tabletListeners: TabletListeners;
  audit: Pick<AuditLog, 'record'>;
  /** Called after a change of keys, so that open streams and sockets look theirs up again. */
  credentialChanges: { announce: () => void };
  settings: { publicUrl: string | undefined };
  now: () => number;
}

const params = pathParams(ADMIN_PATTERNS.tablet);
const newTablet = Type.Object(TABLET_FIELDS);
const changes = Type.Partial(newTablet);
const replacement = Type.Object({ by: Type.Optional(Type.Union([Type.Literal('tablet'), Type.Literal('link')])) });
const access = { config: { access: ADMINS } };

/** The calls with which admins see and change tablets. */
export function registerTabletRoutes(app: TypedApp, services: TabletServices): void {
  const { tablets } = services;
  app.get(ADMIN_PATTERNS.tablets, access, async () =>
    (await tablets.list()).map((tablet) => tabletFrom(tablet, services)),
  );
  app.get(ADMIN_PATTERNS.tablet, { ...access, schema: { params } }, async (request) =>
    tabletFrom(await existingTablet(request.params.id, tablets), services),
  );
  registerCreation(app, services);
  registerChanges(app, services);
  registerReplacement(app, services);
}

function registerCreation(app: TypedApp, services: TabletServices): void {
  const { tablets, audit, now } = services;
  app.post(ADMIN_PATTERNS.tablets, { ...access, schema: { body: newTablet } }, async (request, reply) => {
    const { albumIds = null, settings = {}, expiresAt } = request.body;
    const name = checkedTabletName(request.body.name);
    const fields = { name, albumIds, settings: checkedSettings(settings), expiresAt: checkedEnd(expiresAt, now()) };
    const created = await tablets.create({
      ...fields,
      expiresAt: fields.expiresAt ?? null,
      madeBy: personOf(request).userId,
    });
    audit.record({ action: 'key-made', ...askedBy(request), what: name });
    return reply.status(201).send(withKey(created, request, services));
  });
}

function registerChanges(app: TypedApp, services: TabletServices): void {
  const { tablets, tabletListeners, credentialChanges, audit, now } = services;
  app.patch(ADMIN_PATTERNS.tablet, { ...access, schema: { params, body: changes } }, async (request) => {
    const { id } = request.params;
    const { name, albumIds, settings, expiresAt } = request.body;
    const end = checkedEnd(expiresAt, now());
    const tablet = await tablets.update(id, {
      ...(name === undefined ? {} : { name: checkedTabletName(name) }),
      ...(albumIds === undefined ? {} : { albumIds }),
      ...(settings === undefined ? {} : { settings: checkedSettings(settings) }),
      ...(end === undefined ? {} : { expiresAt: end }),
    });
    if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
    const what = changedRights(request.body);
    if (what !== '') audit.record({ action: 'tablet-changed', ...askedBy(request), what: `“${tablet.name}”: ${what}` });
    credentialChanges.announce();
    if (albumIds !== undefined) tabletListeners.tell(id, { event: 'albums', data: { albumIds: null } });
    tabletListeners.tell(id, { event: 'settings' });
    return tabletFrom(tablet, services);
  });
}

/** In words, what a change says of who the tablet is and what it may; '' for one of its settings alone. */
function changedRights({ name, albumIds, expiresAt }: Static<typeof changes>): string {
  const words = [
    name !== undefined && 'its name',
    albumIds !== undefined && (albumIds === null ? 'it may see all albums' : `it may see ${albumIds.length} albums`),
    expiresAt !== undefined &&
      (expiresAt === null ? 'it has no end' : `it ends on ${new Date(expiresAt).toISOString()}`),
  ];
  return words.filter(Boolean).join(', ');
}

function registerReplacement(app: TypedApp, services: TabletServices): void {
  const { tablets, tabletListeners, audit, credentialChanges } = services;
  const schema = { params, body: Type.Union([replacement, Type.Null(), Type.Undefined()]) };
  app.post(ADMIN_PATTERNS.replaceTabletKey, { ...access, schema }, async (request) => {
    const { id } = request.params;
    const byLink = request.body?.by === 'link' ? await tablets.replaceKeyOf(id, personOf(request).userId) : undefined;
    const tablet = byLink?.tablet ?? (await tablets.orderKey(id));
    audit.record({ action: 'key-made', ...askedBy(request), what: tablet.name });
    if (!byLink) {
      tabletListeners.tell(id, { event: 'settings' });
      return tabletFrom(tablet, services);
    }
    credentialChanges.announce();
    tabletListeners.end(id);
    return withKey(byLink, request, services);
  });
}

export async function existingTablet(id: string, tablets: Pick<TabletRepository, 'find'>): Promise<StoredTablet> {
  const tablet = await tablets.find(id);
  if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
  return tablet;
}

type Watching = Pick<TabletServices, 'tabletWatch' | 'tabletListeners'>;

export function tabletFrom(stored: StoredTablet, { tabletWatch, tabletListeners }: Watching): Tablet {
  const { id, name, albumIds, settings, keyWantedAt, deviceProof, state } = stored;
  const { lastSeenAt, report, day } = tabletWatch.seen(stored);
  const times = {
    createdAt: isoTime(stored.createdAt),
    expiresAt: stored.expiresAt === null ? null : isoTime(stored.expiresAt),
    lastSeenAt: lastSeenAt === null ? null : isoTime(lastSeenAt),
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
    keyWaiting: keyWantedAt !== null,
    canReplaceKey: deviceProof === 'proved',
    day,
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function withKey({ key, tablet }: NewKey, request: FastifyRequest, services: TabletServices): TabletWithKey {
  return { ...tabletFrom(tablet, services), key, url: linkOrigin(request, services.settings) + kioskAddressWith(key) };
}
