import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { AlertRulesPayload, AlertSettings, NewChannel } from '#contract/alerts/schemas.ts';
import { http } from '#src/shared/api/http.ts';

export function fetchAlerts(token: string): Promise<AlertSettings> {
  return http({ token }).get(ADMIN_PATHS.alerts).json<AlertSettings>();
}

export function saveAlertRules(token: string, rules: AlertRulesPayload): Promise<AlertSettings> {
  return http({ token }).put(ADMIN_PATHS.alerts, { json: rules }).json<AlertSettings>();
}

export function addAlertChannel(token: string, channel: NewChannel): Promise<AlertSettings> {
  return http({ token }).post(ADMIN_PATHS.alertChannels, { json: channel }).json<AlertSettings>();
}

export function removeAlertChannel(token: string, id: string): Promise<AlertSettings> {
  return http({ token }).delete(ADMIN_PATHS.alertChannel(id)).json<AlertSettings>();
}

export function testAlertChannel(token: string, id: string): Promise<AlertSettings> {
  return http({ token }).post(ADMIN_PATHS.testAlertChannel(id)).json<AlertSettings>();
}
