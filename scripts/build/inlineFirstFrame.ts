import { build, type Plugin } from 'vite';
import { APP_TAGS } from '#contract/offline.ts';
import { evaluateAtBuild } from './evaluateAtBuild.ts';
import { noteBundled } from './licences.ts';

const PLACE = /<!-- first frame:[^>]*-->/;
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/g;
const WATCHDOG_PLACE = /<!-- watchdog:[^>]*-->/;
/** Written beside each `color-scheme` for `light-dark()`, which no style uses. */
const FOR_LIGHT_DARK = '--lightningcss-light: ;--lightningcss-dark:initial;';
const TAG_OF_THE_APP = /\s*(?:<script[^>]* src="[^"]*"[^>]*><\/script>|<link rel="(?:modulepreload|icon)"[^>]*>)/g;

/**
 * Moves the app's tags into a `<template>`, where they do nothing until boot/entryScript.ts takes them out to start the
 * app. The script with the settings comes before the app's own. The page's icon is in the template too, because drawing
 * the icon takes a slow tablet as long as drawing a screen of thumbnails.
 */
function templateOf(html: string): string {
  const tags = Array.from(html.matchAll(TAG_OF_THE_APP), ([tag]) => tag.trim());
  const ofTheApp = tags.filter((tag) => tag.includes('module'));
  const before = tags.filter((tag) => !ofTheApp.includes(tag));
  return `<template id="${APP_TAGS}">${[...before, ...ofTheApp].join('')}</template>`;
}

/**
 * Without an icon a browser requests /favicon.ico. This empty icon is removed when boot/entryScript.ts adds the real one.
 */
const NO_ICON_YET = '<link rel="icon" href="data:," />';

/** Builds a module, with everything that it imports, into one small classic script. */
async function scriptOf(entry: string, target: string[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [evaluateAtBuild('src/boot/firstFrame/markup.tsx'), noteBundled()],
    build: {
      write: false,
      target,
      lib: { entry, formats: ['iife'], name: 'inlined' },
      // Modules that the app uses too contribute only the parts that this script uses.
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error(`${entry} was not built`);
  return output.output[0].code.trim();
}

/**
 * Puts the watchdog (boot/watchdog.ts, which recovers a page whose start failed), the script of the first frame and the
 * entry's few style rules into index.html itself, so that the first paint waits for no second response. The server
 * lists the hashes of these parts in its content security policy.
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
            return `<style>${String(asset.source).replaceAll(FOR_LIGHT_DARK, '').trim()}</style>`;
          });
      },
    },
    // At this point Vite has written into the code which stylesheets each chunk loads. The inlined stylesheets no
    // longer exist as files. In these lists each is replaced by the chunk's own script, which is loaded anyway.
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
