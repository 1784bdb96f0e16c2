import { areaOf } from '../../src/contract/pages.ts';

/** A chunk in Vite's dist/.vite/manifest.json, as far as the walk needs it. */
export interface BuiltChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

export type BuildManifest = Record<string, BuiltChunk>;

const ROUTE_FILE = /^src\/routes(\/.+)\.tsx(?:\?|$)/;

/** Whether a route starts without a network: what only the others need is left out of the precache. */
function isReachedOffline(chunkName: string): boolean {
  const route = ROUTE_FILE.exec(chunkName)?.[1];
  if (route === undefined) return true;
  const area = areaOf(route.replace(/\/(?:index|route)$/, '/'));
  return area !== undefined && area.shell !== 'live';
}

/** Every file that the landing, the kiosk and codenames can come to need, found by walking from the entry. */
export function shellFiles(manifest: BuildManifest): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const waiting = ['index.html'];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) continue;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    waiting.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []).filter(isReachedOffline));
  }
  return files;
}
