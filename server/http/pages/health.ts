import { API_PATTERNS } from '../../../src/contract/paths.ts';
import type { TypedApp } from '../typedApp.ts';

export function registerHealth(app: TypedApp): void {
  app.get(API_PATTERNS.health, { config: { access: 'public' } }, async () => ({ status: 'ok' }));
}
