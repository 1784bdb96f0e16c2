import { build, type Plugin } from 'vite';
import { APP_TAGS } from '../../src/firstFrame/appTags.ts';

const PLACE = /<!-- first frame:[^>]*-->/;
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/g;

const APP_TAG = /\s*(?:<script[^>]* src="[^"]*"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;

/** boot.js and the settings before the app, which Vite puts into the head. */
function appTags(html: string): string {
  const tags = Array.from(html.matchAll(APP_TAG), ([tag]) => tag.trim());
  const [modules, classics] = [/module/, /^(?!.*module)/].map((kind) => tags.filter((tag) => kind.test(tag)));
  return `<template id="${APP_TAGS}">${[...(classics ?? []), ...(modules ?? [])].join('')}</template>`;
}

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
 * no second answer. The tags of the app's own scripts wait in a template until the first frame lets them go. The server lists the hashes of both in its content security policy.
 */
export function inlineFirstFrame(target: string[]): Plugin {
  const inlined: string[] = [];
  return {
    name: 'circuit-tree:inline-first-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const script = await firstFrameScript(target);
        return html
          .replaceAll(APP_TAG, '')
          .replace('</head>', () => `  ${appTags(html)}\n  </head>`)
          .replace(PLACE, () => `<script>${script}</script>`)
          .replace(STYLESHEET, (link, fileName: string) => {
            const asset = bundle[fileName];
            if (asset?.type !== 'asset') return link;
            inlined.push(fileName);
            return `<style>${String(asset.source).trim()}</style>`;
          });
      },
    },
    // After Vite has written down what each part of the app needs: parts that come later share rules with the entry,
    // and the page has those already. In that list a part's own file stands for the missing one.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const fileName of inlined) {
          delete bundle[fileName];
          for (const chunk of Object.values(bundle)) {
            if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(`"${fileName}"`, `"${chunk.fileName}"`);
          }
        }
      },
    },
  };
}
