export const DEVICE_KINDS = ['android', 'ipad', 'windows', 'macos', 'firefox', 'linux'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/**
 * The kind of device whose steps are shown first. Firefox has authorities of its own on Android and Linux; elsewhere it
 * uses those of the system. An iPad calls itself a Macintosh: the page checks for its touch screen too.
 */
export function deviceKind(userAgent: string): DeviceKind {
  const isFirefox = /Firefox\//.test(userAgent);
  if (/iPad|iPhone|iPod/.test(userAgent)) return 'ipad';
  if (/Android/.test(userAgent)) return isFirefox ? 'firefox' : 'android';
  if (/Windows/.test(userAgent)) return 'windows';
  if (/Macintosh/.test(userAgent)) return 'macos';
  return isFirefox ? 'firefox' : 'linux';
}

/** Whether the device is an iPad or iPhone. Newer iPads call themselves Macs, but a Mac has no touch screen. */
export function isAppleTouchDevice({
  userAgent,
  maxTouchPoints,
}: {
  userAgent: string;
  maxTouchPoints: number;
}): boolean {
  return /iPad|iPhone|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
