import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { PASSKEY_NAME_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { PasskeyName, PasskeyRecord } from '#contract/schemas/passkeys.ts';
import { EXAMPLES } from '#contract/schemas/shared.ts';
import { askedBy } from '../../audit/auditEvent.ts';
import type { AuditLog } from '../../audit/auditLog.ts';
import { UserError } from '../../errors.ts';
import { personOf, SIGNED_IN } from '../../http/security/access.ts';
import { plainText } from '../../http/plainText.ts';
import { done, errorWhen, json } from '../../http/responses.ts';
import { pathParams, type TypedApp } from '../../http/typedApp.ts';
import { type NewPasskeyServices, registerNewPasskey } from './newPasskeyRoutes.ts';
import { passkeyRecord, type PasskeyRepository } from './passkeyRepository.ts';
import { type PasskeySignInServices, registerPasskeySignIn } from './passkeySignIn.ts';

interface OwnPasskeyServices {
  passkeys: Pick<PasskeyRepository, 'listOf' | 'rename' | 'remove'>;
  audit: Pick<AuditLog, 'record'>;
}

const config = { access: SIGNED_IN };
const NO_PASSKEY = 'You have no such passkey (any more)';
const tags = ['Passkeys and set-up'];
const params = pathParams(ADMIN_PATTERNS.passkey, { id: EXAMPLES.passkeyId });
const response = { 204: done(), 404: errorWhen('There is no such passkey of mine') };
const listSchema = {
  tags,
  summary: 'My passkeys',
  response: { 200: json('The oldest first', Type.Array(PasskeyRecord)) },
};
const nameSchema = { tags, summary: 'Rename one of my passkeys', params, body: PasskeyName, response };
const removalSchema = { tags, summary: 'Remove one of my passkeys', params, response };

/** Everything about passkeys: signing in with one, one's own, and making another. */
export function registerPasskeyRoutes(
  app: TypedApp,
  services: PasskeySignInServices & OwnPasskeyServices & NewPasskeyServices,
): void {
  registerPasskeySignIn(app, services);
  registerOwnPasskeys(app, services);
  registerNewPasskey(app, services);
}

/** Nobody, an admin neither, sees or changes the passkeys of another. */
function registerOwnPasskeys(app: TypedApp, { passkeys, audit }: OwnPasskeyServices): void {
  app.get(ADMIN_PATTERNS.passkeys, { config, schema: listSchema }, async (request) => {
    return (await passkeys.listOf(personOf(request).userId)).map(passkeyRecord);
  });

  app.patch(ADMIN_PATTERNS.passkey, { config, schema: nameSchema }, async (request, reply) => {
    const { userId } = personOf(request);
    const name = checkedName(request.body.name);
    if (!(await passkeys.rename({ id: request.params.id, userId }, name))) throw new UserError(404, NO_PASSKEY);
    return reply.status(204).send();
  });

  app.delete(ADMIN_PATTERNS.passkey, { config, schema: removalSchema }, async (request, reply) => {
    const { userId } = personOf(request);
    const name = await passkeys.remove({ id: request.params.id, userId });
    if (name === undefined) throw new UserError(404, NO_PASSKEY);
    audit.record({ action: 'passkey-removed', ...askedBy(request), what: name });
    return reply.status(204).send();
  });
}

function checkedName(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name === '') throw new UserError(400, 'Please give the passkey a name');
  if (name.length <= PASSKEY_NAME_MAX_CHARACTERS) return plainText(name);
  throw new UserError(400, `A name may have ${PASSKEY_NAME_MAX_CHARACTERS} characters at most`);
}
