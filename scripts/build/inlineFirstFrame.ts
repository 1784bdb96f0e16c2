import { build, type Plugin } from 'vite';

const PLACE = /<!-- first frame:[^>]*-->/;
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/g;

/** src/firstFrame/main.ts with the rules it imports, as one small classic script. */
async function firstFrameScript(target: string[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target, lib: { entry: 'src/firstFrame/main.ts', formats: ['iife'], name: 'firstFrame' } },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('The first frame was not built');
  return output.output[0].code.trim();
}

/**
 * Puts the first frame's script and the entry's few style rules into index.html itself: the first paint then waits for
 * no second answer. The server lists the hashes of both in its content security policy.
 */
export function inlineFirstFrame(target: string[]): Plugin {
  return {
    name: 'circuit-tree:inline-first-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const script = await firstFrameScript(target);
        return html
          .replace(PLACE, () => `<script>${script}</script>`)
          .replace(STYLESHEET, (link, fileName: string) => {
            const asset = bundle[fileName];
            if (asset?.type !== 'asset') return link;
            delete bundle[fileName];
            return `<style>${String(asset.source).trim()}</style>`;
          });
      },
    },
  };
}
