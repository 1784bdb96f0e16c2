import type { ServedCertificate } from '#server/core/http/secure/certificate.ts';

/** A certificate of the home's own authority, which devices have to learn to trust. */
export interface HomeServedCertificate extends ServedCertificate {
  /** The authority's certificate, as PEM. */
  authority(): string;
  /** The fingerprints of former authorities, which devices should no longer trust. */
  formerAuthorities(): readonly string[];
  /** Makes another one if the names of this server have changed. */
  renewIfDue(): Promise<void>;
}

export function isOfHome(certificate: ServedCertificate): certificate is HomeServedCertificate {
  return 'authority' in certificate;
}
