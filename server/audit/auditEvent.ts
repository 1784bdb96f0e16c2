import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#contract/schemas/audit.ts';
import { personOf } from '../http/security/access.ts';

/** Actors that are not signed in, with the name that the log shows. */
export const OTHER_ACTORS = {
  commandLine: 'The command line',
  server: 'The server',
  adminEmails: 'The setting ADMIN_EMAILS',
} as const;

type Actor = { userId: string } | keyof typeof OTHER_ACTORS;

/** Something that the audit log records. Names of accounts are looked up when it is written. */
export interface AuditEvent {
  action: AuditAction;
  by: Actor;
  /** The id of the account that it was done to. */
  on?: string;
  /** The name of that account, where it is not there any more when this is written. */
  called?: string;
  /** The permission, key, device or whatever else it was about, in words. */
  what?: string;
  /** The address that the request came from. A proxy is believed about it only if the setting TRUST_PROXY says so. */
  address?: string | undefined;
}

/** The sender and address of a request, for an event. */
export function askedBy(request: FastifyRequest): { by: { userId: string }; address: string } {
  return { by: { userId: personOf(request).userId }, address: request.ip };
}
