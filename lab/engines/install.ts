import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's names of what each engine needs; the last of each decodes H.264, as browsers at home do. */
const PACKAGES = {
  webkit: ['webkit2gtk-driver', 'xvfb', 'fonts-liberation', 'gstreamer1.0-libav'],
  firefox: ['firefox-esr', 'fonts-liberation', 'ffmpeg'],
} as const;

export type EngineId = keyof typeof PACKAGES;

function isOnPath(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

function isThere(engine: EngineId): boolean {
  if (engine === 'firefox') return isOnPath('firefox-esr');
  const hasBrowser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').length > 0;
  return hasBrowser && isOnPath('WebKitWebDriver') && isOnPath('Xvfb');
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 2, 2], env }).status === 0;
}

/** Undefined when the engine is installed, now or before; otherwise a sentence that names what is missing. */
export function troubleWith(engine: EngineId): string | undefined {
  if (isThere(engine)) return undefined;
  const packages = PACKAGES[engine].join(' ');
  if (!isOnPath('apt-get')) return `This is no Debian: its packages ${packages} are needed`;
  if (process.getuid?.() !== 0) return `Please run as root: apt-get install --no-install-recommends ${packages}`;
  console.error(`→ Installing ${packages}…`);
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES[engine]]);
  return isThere(engine) ? undefined : `apt-get could not install ${packages}: the lines above say why`;
}
