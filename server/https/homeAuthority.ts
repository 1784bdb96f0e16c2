// Imported first, because the package after it expects it when it is loaded.
import 'reflect-metadata';
import { createPrivateKey, KeyObject, randomBytes } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
  X509Certificate as PeculiarCertificate,
} from '@peculiar/x509';
import type { Period } from '#domain/https/certificateLifetime.ts';
import { type CertificateNames, HOME_DOMAINS, HOME_NETWORKS, isAddress } from '#domain/addresses/certificateNames.ts';
import type { Authority } from './httpsRepository.ts';
import type { KeyPair } from '#server/core/http/secure/certificate.ts';

/** P-256 with SHA-256: what every device of the last ten years can check. */
const KEYS = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
const SERIAL_BYTES = 16;
/** A mail host that never exists (RFC 2606). */
const NOBODYS_MAIL = 'nothing.invalid';

interface AuthorityRequest {
  /** The name in a device's list of authorities. */
  name: string;
  /** The names that it may certify in addition to those of every home. */
  names: string[];
  period: Period;
}

export async function makeAuthority({ name, names, period }: AuthorityRequest): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ CN: [name] }, { O: ['Circuit Tree'] }],
    ...validity(period),
    signingAlgorithm: SIGNATURE,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      // Devices trust the authority for everything that is not excluded, such as signing mail and programs.
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      constraintTo(names),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: pemOf(keys.privateKey), names };
}

/** A certificate for these names, with a key of its own. */
export async function issueCertificate(
  authority: Authority,
  names: CertificateNames,
  period: Period,
): Promise<KeyPair> {
  const keys = await crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
  const issuer = new PeculiarCertificate(authority.certificate);
  const signingKey = await crypto.subtle.importKey('pkcs8', new Uint8Array(derOf(authority.key)), KEYS, false, [
    'sign',
  ]);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ CN: ['Circuit Tree'] }],
    issuer: issuer.subject,
    ...validity(period),
    signingAlgorithm: SIGNATURE,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        ...names.dns.map((value) => ({ type: 'dns' as const, value })),
        ...names.ip.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { cert: certificate.toString('pem'), key: pemOf(keys.privateKey) };
}

/**
 * A thief of the authority's key can imitate this home, but no bank. The extension is not marked as critical, since a
 * device that does not know it would then reject the whole authority.
 */
function constraintTo(names: string[]): Extension {
  const addresses = names.filter(isAddress).map((address) => `${address}/${address.includes(':') ? 128 : 32}`);
  const bases = [
    ...[...HOME_DOMAINS, ...names.filter((name) => !isAddress(name))].map((dNSName) => new GeneralName({ dNSName })),
    ...[...HOME_NETWORKS, ...addresses].map((iPAddress) => new GeneralName({ iPAddress })),
    // Constraints bind only the kinds of names that they list: without one of this kind any mail address would be allowed.
    new GeneralName({ rfc822Name: NOBODYS_MAIL }),
  ];
  const permittedSubtrees = new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base })));
  return new Extension(id_ce_nameConstraints, false, AsnConvert.serialize(new NameConstraints({ permittedSubtrees })));
}

/** Makes a random serial number. Its first bit is 0, because serial numbers are positive. */
function serialNumber(): string {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

/** Certificates store whole seconds only. */
function validity({ from, until }: Period): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(from), notAfter: new Date(until) };
}

function derOf(key: string): Buffer {
  return createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
}

function pemOf(key: Parameters<typeof KeyObject.from>[0]): string {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();
}
