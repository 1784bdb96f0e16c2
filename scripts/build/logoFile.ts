import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';

const LOGO_MODULE = new URL('../../src/shared/ui/Logo.tsx', import.meta.url).pathname;

/** The values of the logo's colour variables on the dark background of the icons, copied from src/shared/styles/tokens.css. */
const COLOURS: Record<string, string> = {
  '--border-strong': '#34463f',
  '--accent': '#45c296',
  '--warm': '#e6a55c',
};

const GROUND_AND_TRACES = /(<path [^>]*><\/path>)(<path [^>]*><\/path>)/;

/**
 * The app's logo as an SVG file, with fixed colours instead of variables from a stylesheet and with a title for image
 * viewers. The ground is drawn over the ends of the traces, as on the icons that are already on home screens.
 */
export async function logoFile(): Promise<string> {
  const { module } = await runnerImport<{ Logo: FunctionComponent<{ label: string }> }>(LOGO_MODULE, {
    mode: 'production',
  });
  const markup = renderToStaticMarkup(createElement(module.Logo, { label: 'Circuit Tree' }));
  return (
    markup
      .replace(/<svg([^>]*) role="img" aria-label="([^"]*)">/, '<svg$1><title>$2</title>')
      .replace(GROUND_AND_TRACES, '$2$1')
      // A path for each trace: drawn as one, crossings are blended differently.
      .replace(/(?<=\d)M(?=[^"]*"( stroke="[^"]*"))/g, (_, stroke: string) => `"${stroke}></path><path d="M`)
      .replace(/var\((--[\w-]+)\)/g, (role, name: string) => COLOURS[name] ?? role)
      .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
      .replace(/><\/(?:path|circle)>/g, ' />')
      .replaceAll('><', '>\n<')
      .concat('\n')
  );
}
