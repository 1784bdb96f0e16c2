import { Type } from 'typebox';
import { oneOf } from '#contract/schemas.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import type { FastifyRequest } from 'fastify';
import { API_PATTERNS } from '#contract/paths.ts';
import { shareLink } from '#domain/access/links.ts';
import { loadTexts } from '#domain/tablets/languages/loadTexts.ts';
import { earlierNight } from '#domain/tablets/tabletSettings.ts';
import { KioskSettingsResponse } from '#contract/tablets/schemas.ts';
import { UserError } from '#server/core/errors.ts';
import { KIOSKS, tabletOf } from '#server/core/access/access.ts';
import { type LinkSources, linkOrigin } from '#server/core/http/security/origins.ts';
import { done, json } from '#server/core/http/responses.ts';
import { qrSvg } from '#server/core/addresses/qrCode.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { TABLETS } from '#server/core/limits.ts';
import { NO_SUCH_TABLET } from './registry/tabletKeyRepository.ts';
import type { StoredTablet } from './registry/tabletQueries.ts';
import type { TabletRepository } from './registry/tabletRepository.ts';
import type { TabletWatch } from './registry/tabletWatch.ts';
import { dividedReport, type ReportPart, reportWith } from './reportPart.ts';
import { keyOnWall, type WallCode } from './wallCodes.ts';
import { repeat } from '#server/core/repeating.ts';

interface KioskServices extends LinkSources {
  wallCodes: Iterable<WallCode>;
  reportParts: Iterable<ReportPart>;
  tablets: Pick<TabletRepository, 'find'>;
  tabletWatch: Pick<TabletWatch, 'heardOf' | 'save'>;
}

const tags = ['Tablets'];
const settingsSchema = {
  tags,
  summary: 'The settings of this tablet',
  querystring: Type.Object({
    draws: Type.Optional(
      oneOf(['code'], { description: 'Adds the guest code as a picture, for a page that draws none' }),
    ),
  }),
  response: { 200: json('The settings', KioskSettingsResponse) },
};
/** The calls that a tablet makes about itself. */
export function registerKioskRoutes(app: TypedApp, services: KioskServices): void {
  const { tablets, tabletWatch, reportParts } = services;
  const config = { access: KIOSKS };

  app.get(API_PATTERNS.kioskSettings, { config, schema: settingsSchema }, async (request, reply) => {
    const tablet = await tablets.find(tabletOf(request));
    if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
    const { id, name, settings } = tablet;
    const code = await codeOf(tablet, request, services);
    void reply.header('Cache-Control', code ? 'no-store' : 'private, no-cache');
    const night = earlierNight(settings);
    const sentSettings = { ...settings, ...(night && { night }) };
    return { tablet: { id, name }, settings: sentSettings, ...(code && { guestCode: code }) };
  });

  const parts = Array.from(reportParts);
  const reportSchema = {
    tags,
    summary: 'Report the state of this tablet',
    body: reportWith(parts),
    response: { 204: done() },
  };
  const reportOptions = { config, schema: reportSchema, bodyLimit: TABLETS.reportBytes };
  app.post(API_PATTERNS.kioskReport, reportOptions, async (request, reply) => {
    const id = tabletOf(request);
    const { report, added } = dividedReport(request.body, parts);
    await tabletWatch.heardOf(id, report);
    // Only what is stored is confirmed, since the tablet then deletes it.
    for (const { part, value } of added) await part.store(id, value);
    return reply.status(204).send();
  });

  // A full disk must not keep tablets waiting: the next save writes what this one could not.
  const end = repeat(TABLETS.saveEveryMs, () => tabletWatch.save().catch(ignore));
  app.addHook('onClose', async () => {
    await end();
    await tabletWatch.save().catch(ignore);
  });
}

const ADD_YOUR_PHOTOS = 'Add your photos';

/** The address in the guest code of this tablet. Only this tablet receives it. */
async function codeOf(
  { id, settings }: StoredTablet,
  request: FastifyRequest<{ Querystring: { draws?: 'code' } }>,
  services: KioskServices,
): Promise<KioskSettingsResponse['guestCode']> {
  const code = await keyOnWall(services.wallCodes, { id, settings });
  if (!code) return undefined;
  const shown = { url: shareLink(linkOrigin(request, services), code.key), until: isoTime(code.until) };
  if (request.query.draws === undefined) return shown;
  const words = (await loadTexts(settings.locale))?.[ADD_YOUR_PHOTOS] ?? ADD_YOUR_PHOTOS;
  return { ...shown, drawn: { svg: qrSvg(shown.url, words), words } };
}

function ignore(): undefined {
  // The next save writes what this one could not.
}
