import { API_PATHS } from '../contract/paths.ts';
import type { NewKeyResponse, TabletReport, TabletSettings } from '../contract/tablets.ts';
import { isRecord, textOf } from '../domain/records.ts';
import { tabletSettingsFrom } from '../domain/tablets/tabletSettings.ts';
import { http, statusOf } from './http.ts';

export interface OwnTablet {
  name: string;
  settings: TabletSettings;
  /** Whether an admin has ordered a new key. */
  keyWaiting: boolean;
}

/** What the server says of the tablet that the key belongs to; 'key refused', or undefined when it does not say. */
export async function fetchOwnTablet(apiKey: string): Promise<OwnTablet | 'key refused' | undefined> {
  try {
    const response: unknown = await http({ apiKey }).get(API_PATHS.kioskSettings).json();
    if (!isRecord(response) || !isRecord(response.settings)) return undefined;
    return {
      name: isRecord(response.tablet) ? textOf(response.tablet, 'name') : '',
      settings: tabletSettingsFrom(response.settings),
      keyWaiting: response.keyWaiting === true,
    };
  } catch (error) {
    return statusOf(error) === 401 ? 'key refused' : undefined;
  }
}

export async function sendTabletReport(apiKey: string, report: TabletReport): Promise<void> {
  await http({ apiKey }).post(API_PATHS.kioskReport, { json: report });
}

/** The key that an admin ordered for this tablet; rejects when nobody did. */
export function collectNewKey(apiKey: string): Promise<NewKeyResponse> {
  return http({ apiKey }).post(API_PATHS.kioskNewKey).json<NewKeyResponse>();
}
