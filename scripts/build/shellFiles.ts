import { areaOfRoute, NEED_THE_SERVER, NEED_THE_SERVER_LATER } from './chunks.ts';

/** A chunk in Vite's dist/.vite/manifest.json: only the fields that `shellFiles` reads. */
export interface BuiltChunk {
  name?: string;
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

export type BuildManifest = Record<string, BuiltChunk>;

/** False for a chunk of pages that do not work offline: it, and what only such chunks need, is not precached. */
function isReachedOffline(chunkName: string, name = ''): boolean {
  return !NEED_THE_SERVER.includes(name) && areaOfRoute(chunkName)?.shell !== 'live';
}

/** All files that the landing page, the kiosk and codenames may load, found by following imports from index.html. */
export function shellFiles(manifest: BuildManifest): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const waiting = ['index.html'];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) continue;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    const later = NEED_THE_SERVER_LATER.includes(chunk.name ?? '') ? [] : (chunk.dynamicImports ?? []);
    waiting.push(
      ...(chunk.imports ?? []),
      ...later.filter((imported) => isReachedOffline(imported, manifest[imported]?.name)),
    );
  }
  return files;
}
