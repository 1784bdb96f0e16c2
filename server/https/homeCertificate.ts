import { hostname as hostnameOfMachine } from 'node:os';
import {
  authorityPeriod,
  certificatePeriod,
  isAuthorityDue,
  isCertificateDue,
  type Period,
} from '#domain/https/certificateLifetime.ts';
import {
  certificateNames,
  type CertificateNames,
  type MachineFacts,
  namesToTell,
  ownNames,
  permittedNames,
} from '#domain/addresses/certificateNames.ts';
import { reasonOf } from '#server/core/errors.ts';
import type { Authority, AuthorityRepository } from './httpsRepository.ts';
import { type KeyPair, ReplaceableCertificate } from '#server/core/http/secure/certificate.ts';
import type { HomeServedCertificate } from './certificate.ts';
import { issueCertificate, makeAuthority } from './homeAuthority.ts';
import { ownAddresses } from '#server/core/settings/networks.ts';
import { X509Certificate } from 'node:crypto';

interface HomeOptions {
  authorities: AuthorityRepository;
  now: () => number;
  publicUrl: string | undefined;
  /** The name that the server has in the network, or is claiming. */
  homeName?: () => string | undefined;
  /** Reads the machine's names and addresses; a test may pass others. */
  facts?: (publicUrl: string | undefined) => MachineFacts;
}

const CHECK_EVERY_MS = 60_000;

interface Made {
  authority: Authority;
  pair: KeyPair;
  wanted: CertificateNames;
  /** Returns the wanted names that the authority may certify. */
  names: CertificateNames;
  /** The fingerprints of authorities before this one. */
  former: readonly string[];
}

/**
 * A certificate from the home's own authority. It is made at each start and stays in memory; the authority, which
 * devices trust, is stored.
 */
export class HomeCertificate extends ReplaceableCertificate implements HomeServedCertificate {
  readonly #options: Required<HomeOptions>;
  #made: Made;
  #renewing: Promise<void> | undefined;

  private constructor(options: Required<HomeOptions>, made: Made) {
    super(made.pair);
    this.#options = options;
    this.#made = made;
    this.#tellRefused();
    this.repeatEvery(CHECK_EVERY_MS, () => void this.renewIfDue());
  }

  static async open({ facts = machineFacts, homeName = () => undefined, ...rest }: HomeOptions) {
    const options = { ...rest, facts, homeName };
    const names = wantedNames(options);
    const stored = await options.authorities.load();
    const authority = stored && !isDue(stored, options.now()) ? stored : await newAuthority(options, names);
    return new HomeCertificate(options, await make(options, authority, names));
  }

  override names(): readonly string[] {
    const { publicUrl } = this.#options;
    const names = namesToTell(this.#made.names);
    const given = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
    return given !== undefined && names.includes(given) ? [given, ...names.filter((name) => name !== given)] : names;
  }

  /** The authority's certificate, as PEM, for devices. */
  authority(): string {
    return this.#made.authority.certificate;
  }

  formerAuthorities(): readonly string[] {
    return this.#made.former;
  }

  /** Makes another certificate if this one ends soon, or if the machine has other names or addresses by now. */
  renewIfDue(): Promise<void> {
    this.#renewing ??= this.#makeAnotherIfDue()
      .catch((error: unknown) => {
        this.tell({ isTrouble: true, sentence: `The certificate could not be renewed: ${reasonOf(error)}` });
      })
      .finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  /** Only a message: a new authority would have to be installed on each device again. */
  #tellRefused(): void {
    const { authority, wanted, names } = this.#made;
    const { publicUrl } = this.#options;
    const given = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
    if (given !== undefined && !given.includes('.') && wanted.dns.includes(given) && !names.dns.includes(given)) {
      const sentence = `PUBLIC_URL: the certificate leaves out ${given}: a name without a dot may be a public ending, so take ${given}.local or another name with a dot`;
      this.tell({ isTrouble: true, sentence });
    }
    const refused = ownNames(wanted).filter((name) => !authority.names.includes(name));
    if (refused.length === 0) return;
    const sentence = `The certificate leaves out ${refused.join(', ')}: the authority was made without (a new one: \`npm run cli -- https new-authority\`)`;
    this.tell({ isTrouble: true, sentence });
  }

  async #makeAnotherIfDue(): Promise<void> {
    const { now } = this.#options;
    const wanted = wantedNames(this.#options);
    const authority = isDue(this.#made.authority, now())
      ? await newAuthority(this.#options, wanted)
      : this.#made.authority;
    const names = permittedNames(wanted, authority.names);
    const isSame = authority === this.#made.authority && isEqual(names, this.#made.names);
    if (isSame && !isCertificateDue(periodOf(this.#made.pair.cert), now())) return;
    this.#made = await make(this.#options, authority, wanted);
    this.replace(this.#made.pair);
    this.tell({
      isTrouble: false,
      sentence: `A new certificate for ${namesToTell(this.#made.names).join(', ')} is in use`,
    });
  }
}

function wantedNames({ facts, publicUrl, homeName }: Required<HomeOptions>): CertificateNames {
  return certificateNames({ ...facts(publicUrl), homeName: homeName() });
}

function isDue(authority: Authority, now: number): boolean {
  return isAuthorityDue(periodOf(authority.certificate), now);
}

async function newAuthority({ authorities, now, facts, publicUrl }: Required<HomeOptions>, names: CertificateNames) {
  const { hostname } = facts(publicUrl);
  const request = {
    name: `Circuit Tree at ${hostname}`.slice(0, 64),
    names: ownNames(names),
    period: authorityPeriod(now()),
  };
  const authority = await makeAuthority(request);
  await authorities.save(authority, now());
  return authority;
}

async function make(
  { authorities, now: clock }: Pick<HomeOptions, 'authorities' | 'now'>,
  authority: Authority,
  wanted: CertificateNames,
): Promise<Made> {
  const now = clock();
  const names = permittedNames(wanted, authority.names);
  const pair = await issueCertificate(authority, names, certificatePeriod(now, periodOf(authority.certificate)));
  return { authority, pair, wanted, names, former: await authorities.former(now) };
}

function isEqual(one: CertificateNames, other: CertificateNames): boolean {
  return one.dns.join() === other.dns.join() && one.ip.join() === other.ip.join();
}

/** Returns the machine's current names and addresses. */
function machineFacts(publicUrl: string | undefined): MachineFacts {
  return { hostname: hostnameOfMachine(), addresses: ownAddresses().map(({ address }) => address), publicUrl };
}

function periodOf(certificate: string): Period {
  const { validFromDate, validToDate } = new X509Certificate(certificate);
  return { from: validFromDate.getTime(), until: validToDate.getTime() };
}
