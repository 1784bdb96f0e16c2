import { isAppleTouchDevice } from '#domain/deviceKind.ts';
import { areaOf } from '#contract/areas.ts';

/** The manifest for a browser that adds the page to a home screen. */
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

/**
 * On iOS an app on the home screen has storage of its own, which does not hold the kiosk's key. The iOS manifest names
 * no start_url, so that the app opens the page's own address, with the key in it.
 */
function appOf(pathname: string): HomeScreenApp {
  if (areaOf(pathname)?.homeScreenApp === 'codenames') return CODENAMES;
  return isAppleTouchDevice(navigator) ? { ...KIOSK, manifest: '/kiosk-ios.webmanifest' } : KIOSK;
}

interface HeadElement {
  selector: string;
  tag: 'link' | 'meta';
  attributes: Record<string, string>;
}

/** Changes the element in place, so that at no time the page has two of them or none. */
function put({ selector, tag, attributes }: HeadElement): void {
  const element = document.head.querySelector(selector) ?? document.head.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** Sets the page's only manifest link, its touch icon and its title on a home screen. index.html has the kiosk's. */
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
