import { fetchTabletSettings } from '../api/kioskSettings.ts';
import type { TabletSettings } from '../contract/tablets.ts';
import { checkApiKey } from '../kioskKey/checkApiKey.ts';

interface LoadedTablet {
  settings: TabletSettings;
}

/** What the server says about this tablet; undefined when it says nothing. */
export async function loadTablet(apiKey: string): Promise<LoadedTablet | undefined> {
  const settings = await fetchTabletSettings(apiKey);
  if (settings === 'key refused') {
    // Whether it is really revoked is for the service worker to say, which judges the response to this call.
    void checkApiKey(apiKey);
    return undefined;
  }
  return settings && { settings };
}
