import type { SwitchName } from '#contract/tablets/tabletSettings.ts';

/** The switches of a tablet's settings, as an admin reads them and in the order of the form. */
export const SWITCHES: Record<SwitchName, string> = {
  pairs: 'Two upright photos side by side',
  transitions: 'Fade from photo to photo',
  caption: 'Caption',
  date: 'Date',
  clockOverlay: 'Small clock',
  countdown: 'Countdown',
};

export function isSwitch(name: string): name is SwitchName {
  return name in SWITCHES;
}
