import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { EXAMPLES, oneOf } from '#contract/schemas/shared.ts';
import { DiaryEntry } from '#contract/schemas/diary.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import type { FastifyRequest } from 'fastify';
import { API_PATTERNS } from '#contract/paths.ts';
import { shareLink } from '#domain/access/links.ts';
import { loadTexts } from '#domain/tablets/languages/loadTexts.ts';
import { earlierNight } from '#domain/tablets/tabletSettings.ts';
import { KioskSettingsResponse, TabletReport, ShownPhoto } from '#contract/schemas/tablets.ts';
import { UserError } from '../errors.ts';
import { KIOSKS, tabletOf, ADMINS } from '../http/security/access.ts';
import { type LinkSources, linkOrigin } from '../http/security/origins.ts';
import { done, errorWhen, json } from '../http/responses.ts';
import { qrSvg } from '../https/qrCode.ts';
import { type TypedApp, pathParams } from '../http/typedApp.ts';
import { TABLETS } from '../limits.ts';
import type { photosNamed } from '../photos/albums/photoQueries.ts';
import type { GuestCodeRepository } from '../shares/guestCodeRepository.ts';
import { NO_SUCH_TABLET } from './registry/tabletKeyRepository.ts';
import type { StoredTablet } from './registry/tabletQueries.ts';
import type { TabletRepository } from './registry/tabletRepository.ts';
import type { TabletWatch } from './registry/tabletWatch.ts';
import { repeat } from '../repeating.ts';
import { existingTablet } from './tabletRoutes.ts';

interface KioskServices extends LinkSources {
  guestCodes: Pick<GuestCodeRepository, 'shownBy'>;
  tablets: Pick<TabletRepository, 'find' | 'addDiary'>;
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
const reportSchema = {
  tags,
  summary: 'Report the state of this tablet',
  body: TabletReport,
  response: { 204: done() },
};
/** The calls that a tablet makes about itself. */
export function registerKioskRoutes(app: TypedApp, services: KioskServices): void {
  const { tablets, tabletWatch } = services;
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

  const reportOptions = { config, schema: reportSchema, bodyLimit: TABLETS.reportBytes };
  app.post(API_PATTERNS.kioskReport, reportOptions, async (request, reply) => {
    const { diary = [], ...report } = request.body;
    const id = tabletOf(request);
    await tabletWatch.heardOf(id, report);
    // Only stored entries are confirmed, since the tablet then deletes them.
    if (diary.length > 0) await tablets.addDiary(id, diary);
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
  { id, settings: { guestShareId, locale } }: StoredTablet,
  request: FastifyRequest<{ Querystring: { draws?: 'code' } }>,
  services: KioskServices,
): Promise<KioskSettingsResponse['guestCode']> {
  const code = guestShareId === null ? undefined : await services.guestCodes.shownBy(id, guestShareId);
  if (!code) return undefined;
  const shown = { url: shareLink(linkOrigin(request, services), code.key), until: isoTime(code.until) };
  if (request.query.draws === undefined) return shown;
  const words = (await loadTexts(locale))?.[ADD_YOUR_PHOTOS] ?? ADD_YOUR_PHOTOS;
  return { ...shown, drawn: { svg: qrSvg(shown.url, words), words } };
}

function ignore(): undefined {
  // The next save writes what this one could not.
}

const schema = {
  tags: ['Tablets'],
  summary: 'The photos that a tablet has shown last',
  description: 'At most 50, newest first, without those that are gone meanwhile. The times are by the tablet.',
  params: pathParams(ADMIN_PATTERNS.tabletShown, { id: EXAMPLES.tabletId }),
  response: { 200: json('The photos', Type.Array(ShownPhoto)), 404: errorWhen('There is no such tablet') },
};

/** The length of a day on which the clocks are set back. */
const LONGEST_DAY_MINUTES = 25 * 60;
const minute = Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, examples: [29_497_680] });
const diarySchema = {
  tags: ['Tablets'],
  summary: 'What was on the wall in a day, minute by minute',
  description:
    'As the tablet reported it, with the times by its own clock. About a missing minute it knows nothing, or has not reported yet. The photos are stored for two days, the rest for 31.',
  params: schema.params,
  querystring: Type.Object({
    from: minute,
    minutes: Type.Integer({ minimum: 1, maximum: LONGEST_DAY_MINUTES, examples: [1_440] }),
  }),
  response: { 200: json('The entries, in order', Type.Array(DiaryEntry)), 404: schema.response[404] },
};

interface ShownServices {
  tablets: Pick<TabletRepository, 'find' | 'diary'>;
  tabletWatch: Pick<TabletWatch, 'seen'>;
  photos: { queries: { named: ReturnType<typeof photosNamed> } };
}

export function registerShownRoute(app: TypedApp, { tablets, tabletWatch, photos }: ShownServices): void {
  app.get(ADMIN_PATTERNS.tabletShown, { config: { access: ADMINS }, schema }, async (request) => {
    const { shown } = tabletWatch.seen(await existingTablet(request.params.id, tablets));
    const named = await photos.queries.named(shown);
    return shown.flatMap((name, index): ShownPhoto[] => {
      const found = named[index];
      return found ? [{ ...found, at: name.at }] : [];
    });
  });

  app.get(ADMIN_PATTERNS.tabletDiary, { config: { access: ADMINS }, schema: diarySchema }, async (request) => {
    const { id } = await existingTablet(request.params.id, tablets);
    const { from, minutes } = request.query;
    return tablets.diary({ id, from, to: from + minutes });
  });
}
