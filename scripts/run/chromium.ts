import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';

/** To run as root, Chromium needs `--no-sandbox`; the other flags keep it from contacting Google in the background. */
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** The path of a Chromium that is installed on the machine; when there is none, Playwright uses its own. */
function systemChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = folders.flatMap((folder) => [join(folder, 'chromium'), join(folder, 'chromium-browser')]);
  return process.env.CHROMIUM_PATH ?? candidates.find((path) => existsSync(path));
}

export function chromiumOptions(): LaunchOptions {
  const executablePath = systemChromium();
  return { ...(executablePath ? { executablePath } : {}), args: [...ARGUMENTS] };
}
