import { API_PATHS } from '#contract/paths.ts';
import type { TabletReport } from '#contract/tablets/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { tabletSettingsFrom } from '#domain/tablets/tabletSettings.ts';
import { http, statusOf } from './http.ts';

interface OwnTablet {
  name: string;
  settings: TabletSettings;
  /** The code that it shows to guests. */
  guestCode: Record<string, unknown> | undefined;
}

/** The server's response about the tablet of this key; 'key refused', or undefined without a response. */
export async function fetchOwnTablet(apiKey: string): Promise<OwnTablet | 'key refused' | undefined> {
  try {
    const response: unknown = await http({ apiKey }).get(API_PATHS.kioskSettings).json();
    if (!isRecord(response) || !isRecord(response.settings)) return undefined;
    return {
      name: isRecord(response.tablet) ? textOf(response.tablet, 'name') : '',
      settings: tabletSettingsFrom(response.settings),
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
