import type { Plugin } from 'vite';
import { BUILT_VERSION_FILE } from '#contract/paths.ts';
import { versionText } from '#domain/text/versionText.ts';
import { builtVersion } from './builtVersion.mjs';

/** Tells the app which version it is, and the server by a file beside the app. */
export function builtFrom(root: string): Plugin {
  const built = builtVersion(root);
  const text = versionText(built.version, built.commit);
  return {
    name: 'built-from',
    config: () => ({ define: { BUILT_VERSION: JSON.stringify(text) } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: BUILT_VERSION_FILE, source: JSON.stringify(built) });
    },
  };
}
