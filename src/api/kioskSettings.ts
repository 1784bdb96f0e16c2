import { API_PATHS } from '../contract/paths.ts';
import type { TabletSettings } from '../contract/tablets.ts';
import { isRecord } from '../domain/records.ts';
import { tabletSettingsFrom } from '../domain/tablets/tabletSettings.ts';
import { http, statusOf } from './http.ts';

/** The settings of the tablet that the key belongs to, 'key refused', or undefined when the server does not say. */
export async function fetchTabletSettings(apiKey: string): Promise<TabletSettings | 'key refused' | undefined> {
  try {
    const response: unknown = await http({ apiKey }).get(API_PATHS.kioskSettings).json();
    return isRecord(response) && isRecord(response.settings) ? tabletSettingsFrom(response.settings) : undefined;
  } catch (error) {
    return statusOf(error) === 401 ? 'key refused' : undefined;
  }
}
