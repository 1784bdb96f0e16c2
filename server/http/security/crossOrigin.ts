import cors from '@fastify/cors';
import { API_KEY_HEADER, CSRF_HEADER, DEVICE_SECRET_HEADER } from '#contract/paths.ts';
import { SHARE_KEY_HEADER } from '#contract/shares.ts';
import type { Settings } from '../../settings/settings.ts';
import type { TypedApp } from '../typedApp.ts';

const PREFLIGHT_KEPT_S = 600;

/** Origins in CORS_ORIGINS may call with credentials; when there are none, browsers keep all other origins out. */
export async function registerCrossOrigin(
  app: TypedApp,
  { corsOrigins }: Pick<Settings, 'corsOrigins'>,
): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: corsOrigins,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      API_KEY_HEADER,
      SHARE_KEY_HEADER,
      DEVICE_SECRET_HEADER,
      CSRF_HEADER,
    ],
    exposedHeaders: ['ETag'],
    maxAge: PREFLIGHT_KEPT_S,
  });
}
