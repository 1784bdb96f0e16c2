import { build, type Plugin } from 'vite';
import { APP_TAGS } from '../../src/contract/offline.ts';
import { evaluateAtBuild } from './evaluateAtBuild.ts';

const PLACE = /<!-- first frame:[^>]*-->/;
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/g;
const WATCHDOG_PLACE = /<!-- watchdog:[^>]*-->/;
const TAG_OF_THE_APP = /\s*(?:<script[^>]* src="[^"]*"[^>]*><\/script>|<link rel="(?:modulepreload|icon)"[^>]*>)/g;

/**
 * The tags are inert in a template until the app may start: the settings first, then the app, which Vite puts into the
 * head. The page's icon waits there too: drawing it takes a slow tablet as long as a screen of thumbnails.
 */
function templateOf(html: string): string {
  const tags = Array.from(html.matchAll(TAG_OF_THE_APP), ([tag]) => tag.trim());
  const ofTheApp = tags.filter((tag) => tag.includes('module'));
  const before = tags.filter((tag) => !ofTheApp.includes(tag));
  return `<template id="${APP_TAGS}">${[...before, ...ofTheApp].join('')}</template>`;
}

/** Without an icon a browser asks for /favicon.ico. This empty one is removed when the real one comes (boot/appTags.ts). */
const NO_ICON_YET = '<link rel="icon" href="data:," />';

/** A module with all that it imports, as one small classic script. */
async function scriptOf(entry: string, target: string[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [evaluateAtBuild('src/boot/firstFrame/markup.tsx')],
    build: {
      write: false,
      target,
      lib: { entry, formats: ['iife'], name: 'inlined' },
      // Of a module that is shared with the app, only what the script calls.
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error(`${entry} was not built`);
  return output.output[0].code.trim();
}

/**
 * Puts the watchdog, the first frame's script and the entry's few style rules into index.html itself, so that the first
 * paint waits for no second response. The server lists their hashes in its content security policy.
 */
export function inlineFirstFrame(target: string[]): Plugin {
  const inlined: string[] = [];
  return {
    name: 'circuit-tree:inline-first-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const watchdog = await scriptOf('src/boot/watchdogScript.ts', target);
        const script = await scriptOf('src/boot/firstFrame/index.ts', target);
        if (!WATCHDOG_PLACE.test(html)) throw new Error('index.html has no place for the watchdog');
        return html
          .replaceAll(TAG_OF_THE_APP, '')
          .replace('</head>', () => `  ${NO_ICON_YET}\n    ${templateOf(html)}\n  </head>`)
          .replace(WATCHDOG_PLACE, () => `<script>${watchdog}</script>`)
          .replace(PLACE, () => `<script>${script}</script>`)
          .replace(STYLESHEET, (link, fileName: string) => {
            const asset = bundle[fileName];
            if (asset?.type !== 'asset') return link;
            inlined.push(fileName);
            return `<style>${String(asset.source).trim()}</style>`;
          });
      },
    },
    // By now Vite has written down the stylesheets that each chunk needs. The inlined ones among them no longer exist, and
    // the page has their rules already: the chunk's own script takes their place in its list.
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
