import type { FastifyRequest } from 'fastify';
import { API_PATTERNS, DEVICE_SECRET_HEADER } from '#contract/paths.ts';
import type { KioskSettingsResponse, NewKeyResponse } from '#contract/tablets.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { UserError } from '../errors.ts';
import { keyOf, KIOSKS, tabletOf } from '../http/security/access.ts';
import type { TypedApp } from '../http/typedApp.ts';
import { TABLETS } from '../limits.ts';
import { TABLET_REPORT } from './registry/tabletReport.ts';
import { NO_SUCH_TABLET } from './registry/tabletKeyRepository.ts';
import type { TabletRepository } from './registry/tabletRepository.ts';
import type { TabletWatch } from './registry/tabletWatch.ts';
import { repeat } from '../repeating.ts';

interface KioskServices {
  tablets: Pick<TabletRepository, 'find' | 'collectKey' | 'lookAtDevice'>;
  tabletWatch: Pick<TabletWatch, 'heardOf' | 'save'>;
  audit: Pick<AuditLog, 'record'>;
}

/** The calls that a tablet makes about itself. */
export function registerKioskRoutes(app: TypedApp, { tablets, tabletWatch, audit }: KioskServices): void {
  const config = { access: KIOSKS };

  app.get(API_PATTERNS.kioskSettings, { config }, async (request, reply) => {
    const tablet = await tablets.find(tabletOf(request));
    if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
    const { id, name, settings, keyWantedAt } = tablet;
    const shown = deviceSecretOf(request);
    // The settings are for reading, also while the disk takes nothing: a secret is then given the next time.
    const look = shown === undefined ? undefined : await tablets.lookAtDevice(tablet, shown).catch(ignore);
    const { deviceSecret, isContestNew } = look ?? {};
    if (isContestNew) audit.record({ action: 'key-contested', by: 'server', what: name, address: request.ip });
    void reply.header('Cache-Control', deviceSecret === undefined ? 'private, no-cache' : 'no-store');
    const response = { tablet: { id, name }, settings, keyWaiting: keyWantedAt !== null && !isContestNew };
    return { ...response, ...(deviceSecret !== undefined && { deviceSecret }) } satisfies KioskSettingsResponse;
  });

  const reportOptions = { config, schema: { body: TABLET_REPORT }, bodyLimit: TABLETS.reportBytes };
  app.post(API_PATTERNS.kioskReport, reportOptions, async (request, reply) => {
    await tabletWatch.heardOf(tabletOf(request), request.body);
    return reply.status(204).send();
  });

  app.post(API_PATTERNS.kioskNewKey, { config }, async (request) => {
    const { key, tablet } = await tablets.collectKey(tabletOf(request), {
      keyId: keyOf(request).keyId,
      deviceSecret: deviceSecretOf(request),
    });
    audit.record({ action: 'key-handed-out', by: 'server', what: tablet.name, address: request.ip });
    return { key } satisfies NewKeyResponse;
  });

  // A disk that takes nothing keeps no tablet waiting: what was not written now is written the next time.
  const end = repeat(TABLETS.saveEveryMs, () => tabletWatch.save().catch(ignore));
  app.addHook('onClose', async () => {
    await end();
    await tabletWatch.save().catch(ignore);
  });
}

function deviceSecretOf({ headers }: FastifyRequest): string | undefined {
  const value = headers[DEVICE_SECRET_HEADER.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

function ignore(): undefined {
  // See above.
}
