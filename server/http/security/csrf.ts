import type { FastifyReply, FastifyRequest } from 'fastify';
import { CSRF_HEADER } from '#contract/paths.ts';
import { COOKIES } from '#contract/storageKeys.ts';
import { UserError } from '../../errors.ts';
import type { TypedApp } from '../typedApp.ts';
import { kindOfOrigin, type OriginKind, type OriginSettings } from './origins.ts';
import { newSecret, sameText } from './secrets.ts';

export const READING_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const ONE_YEAR_S = 31_536_000;
const WELL_FORMED = /^[0-9a-f]{48}$/;
const NO_MATCH = 'This page is out of date: please reload it and try again';
const FOREIGN = 'Pages of another origin may not change anything here';

/**
 * A write that a browser sends from our own origin must have in a header the token of the cookie that came with the
 * page, which pages of other origins cannot read. Devices and scripts send no Origin and need no token. Pages of other
 * origins that the operator allowed cannot read our cookie either; they are accepted because they need a bearer token.
 */
export function guardAgainstForgery(app: TypedApp, settings: OriginSettings): void {
  app.addHook('onRequest', async (request, reply) => {
    if (READING_METHODS.includes(request.method)) return;
    const sender = senderOf(request, settings);
    if (sender === 'no-browser' || sender === 'allowed') return;
    if (sender === 'foreign') throw new UserError(403, FOREIGN);
    const sent = request.headers[CSRF_HEADER.toLowerCase()];
    const expected = request.cookies[COOKIES.csrf];
    if (typeof sent === 'string' && expected && sameText(sent, expected)) return;
    setCsrfCookie(request, reply);
    throw new UserError(403, NO_MATCH);
  });
}

/** A token that the browser already has is set again, since its other open tabs send that one. */
export function setCsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  const known = request.cookies[COOKIES.csrf];
  const token = known && WELL_FORMED.test(known) ? known : newSecret();
  void reply.setCookie(COOKIES.csrf, token, {
    path: '/',
    maxAge: ONE_YEAR_S,
    sameSite: 'lax',
    secure: request.protocol === 'https',
  });
}

function senderOf(request: FastifyRequest, settings: OriginSettings): OriginKind | 'no-browser' {
  const { origin } = request.headers;
  if (origin !== undefined) return kindOfOrigin(origin, request.host, settings);
  return request.headers['sec-fetch-site'] === undefined ? 'no-browser' : 'own';
}
