/** Runs in the build (scripts/build/evaluateAtBuild.ts): the page contains only the two strings, not React. */
import { renderToStaticMarkup } from 'react-dom/server';
import { HomeView } from '#src/wall/home/HomeView.tsx';
import { Logo } from '#src/shared/ui/Logo.tsx';

export const HOME = renderToStaticMarkup(<HomeView tabIndex={-1} />);
export const LOGO = renderToStaticMarkup(<Logo className="first-logo" />);
