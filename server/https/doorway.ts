import { hasPasskeys } from '#domain/addresses/passkeyHost.ts';
import { isOfHome } from '#domain/addresses/certificateNames.ts';
import { numberOf } from '#domain/addresses/homeName.ts';
import { originOf } from '#domain/addresses/serverAddress.ts';
import type { Addresses } from '#server/core/addresses/addresses.ts';
import type { Installation } from '#server/core/db/installation.ts';
import { isLoopbackHost, type OwnAddress, ownAddresses } from '#server/core/settings/networks.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { type Heard, HomeName } from './name/homeName.ts';
import type { ServedPorts } from './httpsRepository.ts';

interface Sources {
  settings: Pick<Settings, 'publicUrl' | 'homeName' | 'host' | 'httpsAtHome'>;
  installation: Pick<Installation, 'id' | 'homeName'>;
  /** The addresses of this machine; a test may pass others. */
  addresses?: () => OwnAddress[];
}

const IPV4 = /^\d+(?:\.\d+){3}$/;

/**
 * The addresses of the server for the devices of a home: under the server's name, and through the page where they learn
 * to trust it.
 */
export class Doorway {
  readonly #publicUrl: string | undefined;
  readonly #isAtHome: boolean;
  readonly #name: HomeName | undefined;
  #served: ServedPorts | undefined;
  #heard: Heard = { onEvent: () => undefined, onName: async () => undefined };

  constructor({ settings, installation, addresses = () => addressesAt(settings.host) }: Sources) {
    this.#publicUrl = settings.publicUrl;
    this.#isAtHome = settings.httpsAtHome;
    if (settings.homeName === undefined) return;
    const label = settings.homeName;
    const number = numberOf(installation.homeName, label);
    const heard: Heard = {
      onEvent: (event) => this.#heard.onEvent(event),
      onName: (name) => this.#heard.onName(name),
    };
    this.#name = new HomeName({ label, number, installation: installation.id, addresses, ...heard });
  }

  /** The name that the server has, or is claiming; its certificate covers that name too. */
  get certifiedName(): string | undefined {
    return this.#name?.wanted;
  }

  /** The name for which the server answers. */
  get name(): string | undefined {
    return this.#name?.current;
  }

  /** The port of the page on which devices learn to trust the house; undefined: there is none. */
  get trustPort(): number | undefined {
    return this.#served?.http;
  }

  /** Resolves when the name is this server's, or when it cannot have one. Errors are only reported. */
  async openName(heard: Heard): Promise<void> {
    this.#heard = heard;
    await this.#name?.open();
  }

  /** Called when the server listens: with the port of https, and the one of the page for devices, if there is one. */
  serve(ports: ServedPorts): void {
    this.#served = ports;
  }

  /** The https origin under a name, where browsers make passkeys; undefined: there is only an address. */
  namedOrigin(): string | undefined {
    const given = this.#publicUrl;
    if (this.#isAtHome && given?.startsWith('https:') && hasPasskeys(new URL(given).hostname))
      return new URL(given).origin;
    const name = this.#name?.current;
    return name && this.#served && originOf({ secure: true, port: this.#served.https, name });
  }

  /**
   * Whether links lead through the page where devices learn to trust the house. They do not if the address has a
   * certificate that all devices trust.
   */
  get leadsPastPage(): boolean {
    if (this.#served?.http === undefined) return false;
    return this.#publicUrl === undefined || isOfHome(hostOf(this.#publicUrl));
  }

  /** The origin for a link to `origin`: a device that does not trust the house yet learns it there, and is led on. */
  linkOrigin(origin: string): string {
    const port = this.#served?.http;
    if (port === undefined || !this.leadsPastPage) return origin;
    return originOf({ secure: false, port, name: hostOf(origin) });
  }

  addresses(): Addresses {
    return {
      namedOrigin: () => this.namedOrigin(),
      trustPort: () => this.trustPort,
      leadsPastPage: () => this.leadsPastPage,
      linkOrigin: (origin) => this.linkOrigin(origin),
    };
  }

  async close(): Promise<void> {
    await this.#name?.close();
  }
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/[[\]]/g, '');
}

/** The addresses that the server listens at and that other devices reach. */
function addressesAt(host: string): OwnAddress[] {
  const isOne = IPV4.test(host) && host !== '0.0.0.0' && !isLoopbackHost(host);
  return ownAddresses().filter(
    ({ address, isIpv4, isLoopback }) => isIpv4 && !isLoopback && (!isOne || address === host),
  );
}
