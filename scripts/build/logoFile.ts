import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';

const LOGO_MODULE = new URL('../../src/ui/Logo.tsx', import.meta.url).pathname;

/** Of src/styles/tokens.css: what the logo's roles are on the icons' dark tile. */
const COLOURS: Record<string, string> = {
  '--border-strong': '#34463f',
  '--accent': '#45c296',
  '--warm': '#e6a55c',
};

/** The app's logo as a file of its own, in colours that need no stylesheet. */
export async function logoFile(): Promise<string> {
  const { module } = await runnerImport<{ Logo: FunctionComponent<{ label: string }> }>(LOGO_MODULE, {
    mode: 'production',
  });
  const markup = renderToStaticMarkup(createElement(module.Logo, { label: 'Circuit Tree' }));
  return markup
    .replace(/var\((--[\w-]+)\)/g, (role, name: string) => COLOURS[name] ?? role)
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace(/><\/(?:path|circle)>/g, ' />')
    .replaceAll('><', '>\n<')
    .concat('\n');
}
