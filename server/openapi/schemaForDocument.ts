import type { FastifySchema } from 'fastify';
import { UPLOAD_FIELD } from '#contract/paths.ts';
import { isRecord } from '#domain/records.ts';
import type { Access } from '../http/security/access.ts';
import type { DescribedRoute } from './describedRoutes.ts';

const MULTIPART = 'multipart/form-data';
const KEYS: Record<string, string> = { kiosk: "a kiosk's key", node: "a device's key", share: "a visitor's link" };

/** The schemas of a route for the document's generator, without the parts that JSON Schema does not know. */
export function schemaForDocument(route: DescribedRoute): FastifySchema {
  const { schema = {}, description, group, access, method, url } = route;
  const isUpload = description.errors?.[415] !== undefined;
  const parts = { params: schema.params, querystring: schema.querystring, body: schema.body };
  const given = Object.entries(parts).filter(([, part]) => part !== undefined);
  const told = {
    summary: description.summary,
    description: [description.details, `Needs: ${needs(access)}.`].filter(Boolean).join('\n\n'),
    tags: [group],
    operationId: operationId(method, url),
    security: securityOf(access),
    ...Object.fromEntries(given.map(([name, part]) => [name, plain(part)])),
    ...(description.headers && { headers: headersOf(description.headers) }),
    ...(isUpload && { consumes: [MULTIPART], body: uploadForm() }),
  };
  return told;
}

/** Says who may make the call. */
function needs(access: Access): string {
  if (access === 'public') return 'nothing';
  const keys = access.keys.map((use) => KEYS[use] ?? use);
  if (access.permissions === null) return keys.join(' or ');
  const { permissions } = access;
  const people = permissions.length === 0 ? 'to be signed in' : `the permission ${permissions.join(' or ')}`;
  const alsoAdmin = permissions.length === 0 || permissions.includes('admin') ? '' : ' (or admin)';
  return [...keys, people + alsoAdmin].join(', or ');
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return [];
  const key = access.keys.some((use) => use !== 'share') ? [{ key: [] }] : [];
  const share = access.keys.includes('share') ? [{ share: [] }] : [];
  return [...(access.permissions === null ? [] : [{ person: [] }]), ...key, ...share];
}

/** Such as `get_photos_albums_id_photos`. */
function operationId(method: string, url: string): string {
  return `${method.toLowerCase()}${url.replace(/[^\w]+/g, '_').replace(/_$/, '')}`;
}

/** Converts to JSON, which leaves out alternatives that only a program knows (`undefined`). */
function plain(schema: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(schema));
  if (!isRecord(copy) || !Array.isArray(copy.anyOf)) return copy;
  return { ...copy, anyOf: copy.anyOf.filter((option) => !isRecord(option) || option.type !== 'undefined') };
}

function headersOf(headers: Record<string, string>) {
  const properties = Object.entries(headers).map(([name, description]) => [name, { type: 'string', description }]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function uploadForm() {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return { type: 'object', properties: { [UPLOAD_FIELD]: { type: 'array', items: file } }, required: [UPLOAD_FIELD] };
}
