import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { codeOf, CredentialError, thrownAt, troubleOf, UserError } from '#server/core/errors.ts';
import { CONNECTIONS } from '#server/core/limits.ts';
import type { TypedApp } from '../typedApp.ts';

const NOT_FOUND = 'There is nothing at this address';
const UNKNOWN = 'Something went wrong on the server: please try again';
const MALFORMED = 'The request is malformed';

/** Fastify's own errors in words for a person. */
const SENTENCES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This address does not take a body of that Content-Type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request has no body, and a JSON body was expected',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body of the request is not valid JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body of the request does not have the length it announced',
  FST_ERR_BAD_URL: 'The address is malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'The address is too long',
};

/** Every error response is JSON with a sentence for a person, and says nothing about the inside of the server. */
export function registerErrorResponses(app: TypedApp): void {
  app.setErrorHandler(sendError);
  app.setSchemaErrorFormatter((errors, part) => new UserError(400, schemaSentence(errors, part)));
}

export function respondToUnknownAddresses(app: TypedApp): void {
  app.setNotFoundHandler(async (_request, reply) => {
    void reply.header('Cache-Control', 'no-store');
    return reply.status(404).send({ message: NOT_FOUND });
  });
}

/**
 * Makes the browser empty its HTTP cache when a credential has ended, since the cache contains the photos of a first
 * visit, which were loaded before the service worker was active. Storage and cookies are not deleted.
 */
export function emptyBrowserCache(reply: FastifyReply): void {
  void reply.header('Clear-Site-Data', '"cache"');
}

export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('Cache-Control', 'no-store');
  if (error instanceof UserError) {
    if (error.status >= 500) request.log.warn({ err: error }, 'Could not do what was asked');
    if (error instanceof CredentialError && error.endsAccess) emptyBrowserCache(reply);
    void reply.status(error.status).send(error.body());
    return;
  }
  const trouble = troubleOf(error);
  if (trouble) {
    request.log.error({ err: error }, 'The machine lacks something');
    void reply.status(trouble.status).send({ message: trouble.message });
    return;
  }
  const status = 'statusCode' in error && error.statusCode !== undefined ? error.statusCode : 500;
  if (status >= 500)
    request.log.error({ err: error, at: thrownAt(error) }, 'A request failed because of an error of the server');
  const message = status >= 500 ? UNKNOWN : (SENTENCES[codeOf(error) ?? ''] ?? MALFORMED);
  void reply.status(status >= 500 ? 500 : status).send({ message });
}

function schemaSentence(errors: FastifySchemaValidationError[], part: string): string {
  const [first] = errors;
  const place = first ? first.instancePath.split('/').filter(Boolean).join('.') : '';
  const subject = place === '' ? `the ${part === 'querystring' ? 'query' : part} of the request` : place;
  return `${MALFORMED}: ${subject} ${first?.message ?? 'is not as expected'}`;
}

/** Fastify has no reply for bytes that are not an HTTP request, so this response is written directly to the socket. */
export function respondToBrokenRequest(error: Error, socket: Socket): void {
  if (codeOf(error) === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOfBrokenRequest(codeOf(error));
  const body = JSON.stringify({ message: status === 431 ? 'The headers of the request are too large' : MALFORMED });
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
  // The client may never close the connection, and after a failed TLS handshake the response can never be sent.
  setTimeout(() => socket.destroy(), CONNECTIONS.lingerMs).unref();
}

function statusOfBrokenRequest(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
