import { areaOf } from '../contract/pages.ts';

/** What a page says about itself to the browser that may put it on a home screen. */
interface HomeScreenApp {
  manifest: string;
  touchIcon: string;
  title: string;
}

const KIOSK: HomeScreenApp = {
  manifest: '/kiosk.webmanifest',
  touchIcon: '/icons/kiosk-apple-touch-180.png',
  title: 'Circuit Tree',
};
const CODENAMES: HomeScreenApp = {
  manifest: '/codenames.webmanifest',
  touchIcon: '/icons/codenames-apple-touch-180.png',
  title: 'Codenames',
};

/** Newer iPads call themselves Macs; a Mac has no touch screen. */
function isAppleTablet(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPad|iPhone|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/**
 * An icon on iOS gets storage of its own, where no launch record is: without a start_url it keeps the page's address,
 * and the key in it (DECISIONS §5).
 */
function appOf(pathname: string): HomeScreenApp {
  if (areaOf(pathname)?.homeScreenApp === 'codenames') return CODENAMES;
  return isAppleTablet() ? { ...KIOSK, manifest: '/kiosk-ios.webmanifest' } : KIOSK;
}

interface HeadElement {
  selector: string;
  tag: 'link' | 'meta';
  attributes: Record<string, string>;
}

/** Changed in place: there is never a second one, nor none. */
function put({ selector, tag, attributes }: HeadElement): void {
  const element = document.head.querySelector(selector) ?? document.head.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** The one manifest of the page, its touch icon and its title on a home screen. */
export function describeHomeScreenApp(pathname: string): void {
  const { manifest, touchIcon, title } = appOf(pathname);
  put({ selector: 'link[rel="manifest"]', tag: 'link', attributes: { rel: 'manifest', href: manifest } });
  put({
    selector: 'link[rel="apple-touch-icon"]',
    tag: 'link',
    attributes: { rel: 'apple-touch-icon', href: touchIcon },
  });
  const name = 'apple-mobile-web-app-title';
  put({ selector: `meta[name="${name}"]`, tag: 'meta', attributes: { name, content: title } });
}
