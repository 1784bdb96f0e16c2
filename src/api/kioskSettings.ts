import { API_PATHS, DEVICE_SECRET_HEADER, NO_DEVICE_SECRET } from '#contract/paths.ts';
import type { NewKeyResponse, TabletReport } from '#contract/schemas/tablets.ts';
import type { TabletSettings } from '#contract/tabletSettings.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { tabletSettingsFrom } from '#domain/tablets/tabletSettings.ts';
import { http, statusOf } from './http.ts';

interface OwnTablet {
  name: string;
  settings: TabletSettings;
  /** Whether an admin has ordered a new key. */
  keyWaiting: boolean;
  /** Sent only once, so the device has to store it. */
  deviceSecret: string | undefined;
  /** The code that it shows to guests. */
  guestCode: Record<string, unknown> | undefined;
}

/** The device's own secret; undefined for a device that has none yet and wants one. */
type ShownSecret = { deviceSecret: string | undefined } | 'nothing';

/**
 * The server's response about the tablet of this key; 'key refused', or undefined without a response. A device that has
 * no secret yet is given one.
 */
export async function fetchOwnTablet(
  apiKey: string,
  shown: ShownSecret = 'nothing',
): Promise<OwnTablet | 'key refused' | undefined> {
  try {
    const headers = shown === 'nothing' ? {} : { [DEVICE_SECRET_HEADER]: shown.deviceSecret ?? NO_DEVICE_SECRET };
    const response: unknown = await http({ apiKey }).get(API_PATHS.kioskSettings, { headers }).json();
    if (!isRecord(response) || !isRecord(response.settings)) return undefined;
    return {
      name: isRecord(response.tablet) ? textOf(response.tablet, 'name') : '',
      settings: tabletSettingsFrom(response.settings),
      keyWaiting: response.keyWaiting === true,
      deviceSecret: textOf(response, 'deviceSecret') || undefined,
      guestCode: isRecord(response.guestCode) ? response.guestCode : undefined,
    };
  } catch (error) {
    return statusOf(error) === 401 ? 'key refused' : undefined;
  }
}

/** Rejects unless the server has the report: a captive portal responds with a page, and a 200. */
export async function sendTabletReport(apiKey: string, report: TabletReport): Promise<void> {
  const { status } = await http({ apiKey }).post(API_PATHS.kioskReport, { json: report });
  if (status !== 204) throw new Error(`The report was answered with ${status}`);
}

/**
 * Collects the key that an admin ordered for this tablet; rejects when nobody did, or when the device cannot prove
 * itself.
 */
export function collectNewKey(apiKey: string, deviceSecret: string): Promise<NewKeyResponse> {
  const headers = { [DEVICE_SECRET_HEADER]: deviceSecret };
  return http({ apiKey }).post(API_PATHS.kioskNewKey, { headers }).json<NewKeyResponse>();
}
