import { LAUNCH_PARAMETER } from '#contract/offline.ts';
import { DEFAULT_CLOCK_STYLE, type ClockStyle } from '#domain/clock/clock.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { beginningAddress } from '#domain/tablets/beginningAddress.ts';
import { FIRST_NIGHT } from '#src/shared/device/firstFrame.ts';
import { storedTablet } from '#src/shared/device/storedTablet.ts';

/** Returns the stored data of this tablet; undefined for a page that neither has a key nor is a launch. */
function tabletOf(apiKey: string | undefined): Record<string, unknown> {
  const isLaunch = new URLSearchParams(window.location.search).has(LAUNCH_PARAMETER);
  return (apiKey || isLaunch ? storedTablet(apiKey) : undefined) ?? {};
}

/**
 * Opens the screen with which the settings begin on a tablet that is opened at its start address: the address is
 * changed before anything reads it. A person who goes Home later stays there, since that loads no page.
 */
export function beginWithSettings(apiKey: string | undefined): void {
  const tablet = tabletOf(apiKey);
  const { nights } = tablet;
  // Makes the page dark at night, by the moments from domain/tablets/darkEdges.ts. It stays dark until the night's
  // cover removes the class.
  if (Array.isArray(nights) && nights.filter((edge) => edge <= Date.now()).length % 2)
    document.documentElement.classList.add(FIRST_NIGHT);
  const address = beginningAddress(textOf(tablet, 'beginsAt'), window.location);
  if (address !== undefined) window.history.replaceState(window.history.state, '', address);
}

export function clockStyleOf(apiKey: string | undefined): ClockStyle {
  const { settings } = tabletOf(apiKey);
  if (!isRecord(settings)) return DEFAULT_CLOCK_STYLE;
  return { hours: settings.hours === 24 ? 24 : 12, locale: textOf(settings, 'locale') || DEFAULT_CLOCK_STYLE.locale };
}
