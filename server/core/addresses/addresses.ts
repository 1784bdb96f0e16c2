/** The addresses of the server for other devices, beside the one that a request came to. */
export interface Addresses {
  /** The https origin under a name, where browsers make passkeys; undefined: there is only an address. */
  namedOrigin(): string | undefined;
  /** The port of the page on which devices learn to trust the server; undefined: there is none. */
  trustPort(): number | undefined;
  /** Whether links lead past that page. */
  leadsPastPage(): boolean;
  /** The origin for a link to `origin`, for a device that may not trust the server yet. */
  linkOrigin(origin: string): string;
}

/** Those of a server on http, or behind a proxy: it has no name, and every device trusts it. */
export function plainAddresses(): Addresses {
  return {
    namedOrigin: () => undefined,
    trustPort: () => undefined,
    leadsPastPage: () => false,
    linkOrigin: (origin) => origin,
  };
}

/** The addresses that people read when the server has started. */
export interface PrintedAddresses {
  /** Under the server's name, where it has one. */
  landing: string;
  /** The landing at the machine's address, if the server also has a name. */
  other: string | undefined;
  /** The address where devices get the home's certificate; undefined when they need none. */
  devices: string | undefined;
  /** The origin of links for other devices. */
  links: string;
  isForThisMachine: boolean;
  /** Identifies this server among others on the same database; the same at its next start. */
  server: string;
}

/** A line that a subject adds to the addresses. */
export interface AddressLine {
  /** True for a line about the first thing to do: it stands above the server's own address. */
  isFirst?: true;
  text: string;
  /** The address in the QR code, unless a line above has one; `title` stands below it. */
  scan?: { address: string; title: string };
}

export const TO_OPEN = 'To open with a camera';
