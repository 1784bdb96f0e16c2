import { statusOf } from '../api/http.ts';
import { fetchKioskSettings } from '../api/kioskSettings.ts';
import type { TabletSettings } from '../contract/tablets.ts';
import { tabletSettingsFrom } from '../domain/tablets/tabletSettings.ts';
import { checkApiKey } from '../kioskKey/checkApiKey.ts';

interface LoadedTablet {
  settings: TabletSettings;
}

/** What the server says about this tablet; undefined when it says nothing. */
export async function loadTablet(apiKey: string): Promise<LoadedTablet | undefined> {
  try {
    const { settings } = await fetchKioskSettings(apiKey);
    return { settings: tabletSettingsFrom(settings) };
  } catch (error) {
    // Whether the key is revoked is for the service worker to say, which judges the response to this call.
    if (statusOf(error) === 401) void checkApiKey(apiKey);
    return undefined;
  }
}
