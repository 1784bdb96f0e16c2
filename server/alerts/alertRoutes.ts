import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { type AlertRule, AlertRulesPayload, AlertSettings, NewChannel } from '#contract/alerts/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { channelName } from '#domain/alerts/channelName.ts';
import { isTimeOfDay, isZone } from '#domain/clock/zones.ts';
import { TEST_WORDS } from '#domain/alerts/alertText.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { ADMINS, personOf } from '#server/core/access/access.ts';
import { errorWhen, json, plainText } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { AlertRepository } from './alertRepository.ts';
import { attempt, resultOf, sendingOf, sendMessage } from './sendMessage.ts';
import { messageOf } from './keepWatch.ts';
import { MAIL_SERVER_FORM, parseMailServer } from '#server/core/settings/mailServer.ts';
import { isLoopbackHost } from '#server/core/settings/networks.ts';
import type { UserRepository } from '../users/userRepository.ts';

interface AlertRouteOptions {
  alerts: AlertRepository;
  audit: Pick<AuditLog, 'record'>;
  settings: { smtpUrl: string | undefined; production: boolean };
  now: () => number;
  users: Pick<UserRepository, 'find'>;
}

const tags = ['Alerts'];
const asTheyAre = json('The settings as they are now', AlertSettings);
const NO_SUCH_CHANNEL = errorWhen('There is no such channel');
const channelExample = { id: EXAMPLES.channelId };
const settingsSchema = { tags, summary: 'What alerts tell of, and the channels', response: { 200: asTheyAre } };
const ruleSchema = {
  tags,
  summary: 'Change what alerts tell of',
  description: 'Of nodes, and if they are named, of tablets that are off the wall and of the server itself.',
  body: AlertRulesPayload,
  response: { 200: asTheyAre },
};
const newChannelSchema = {
  tags,
  summary: 'Add a channel',
  description:
    'A webhook gets each message as JSON; ntfy gets a text with the headers Title, Priority and Tags; `push` is a browser, subscribed with `pushKey`, whose messages go through its push service (Web Push).',
  body: NewChannel,
  response: { 201: asTheyAre },
};
const removalSchema = {
  tags,
  summary: 'Remove a channel',
  params: pathParams(ADMIN_PATTERNS.alertChannel, channelExample),
  response: { 200: asTheyAre, 404: NO_SUCH_CHANNEL },
};
const testSchema = {
  tags,
  summary: 'Send a test message',
  description: 'How it went is the last result of the channel.',
  params: pathParams(ADMIN_PATTERNS.testAlertChannel, channelExample),
  response: { 200: asTheyAre, 404: NO_SUCH_CHANNEL },
};
const access = { config: { access: ADMINS } };
const NO_CHANNEL = 'There is no such channel';
const NO_WEB_ADDRESS = 'Enter an address that begins with https://';
const ADDRESS_WITH_PASSWORD =
  'Enter the address without a name and password before the host: they are never sent. A topic of ntfy takes an access token';
const NO_PUSH_SERVICE = 'This is no address of a push service';

/** The rules of alerts, and where they go. */
export function registerAlertRoutes(app: TypedApp, options: AlertRouteOptions): void {
  const { alerts, audit, settings, users, now } = options;
  const sending = sendingOf(options);
  const all = async (): Promise<AlertSettings> => ({
    ...(await shownRules(alerts)),
    channels: await alerts.channels(),
    hasMailServer: settings.smtpUrl !== undefined,
    pushKey: (await sending.pushKeys()).publicKey,
  });

  app.get(ADMIN_PATTERNS.alerts, { ...access, schema: settingsSchema }, all);

  app.put(ADMIN_PATTERNS.alerts, { ...access, schema: ruleSchema }, async (request) => {
    checkRule(request.body);
    await alerts.saveRules({ ...(await alerts.rules()), ...request.body });
    audit.record({ action: 'alerts-changed', ...askedBy(request), what: 'what alerts tell of' });
    return all();
  });

  app.post(ADMIN_PATTERNS.alertChannels, { ...access, schema: newChannelSchema }, async (request, reply) => {
    const { userId } = personOf(request);
    const firstName = (await users.find(userId))?.firstName ?? '';
    const channelSent = checkedChannel(request.body, settings);
    const target = channelSent.kind === 'push' ? { ...channelSent, userId } : channelSent;
    const name = plainText(channelName(channelSent, { firstName, userAgent: request.headers['user-agent'] }));
    await alerts.addChannel(name, target, userId);
    audit.record({ action: 'alerts-changed', ...askedBy(request), what: `${name} gets alerts` });
    return reply.status(201).send(await all());
  });

  app.delete(ADMIN_PATTERNS.alertChannel, { ...access, schema: removalSchema }, async (request) => {
    const { id } = request.params;
    const removed = (await alerts.channels()).find((one) => one.id === id);
    if (!removed || !(await alerts.removeChannel(id))) throw new UserError(404, NO_CHANNEL);
    audit.record({
      action: 'alerts-changed',
      ...askedBy(request),
      what: `${removed.name} gets no alerts any more`,
    });
    return all();
  });

  app.post(ADMIN_PATTERNS.testAlertChannel, { ...access, schema: testSchema }, async (request) => {
    const { id } = request.params;
    const target = await alerts.target(id);
    if (!target) throw new UserError(404, NO_CHANNEL);
    const message = messageOf('test', { ...TEST_WORDS, about: 'nodes', ids: [], nowMs: now() });
    const { failure, isGone } = await attempt(() => sendMessage(target, message, sending));
    if (isGone) {
      // Another admin may have subscribed the same browser meanwhile: it stays.
      if (await alerts.removeChannel(id, target)) throw new UserError(410, failure ?? NO_CHANNEL);
      return all();
    }
    await alerts.setResult(id, resultOf(failure, now(), false));
    return all();
  });
}

async function shownRules(alerts: Pick<AlertRepository, 'rules'>) {
  const { tablets, server, ...rule } = await alerts.rules();
  return { rule, tablets, server };
}

function checkRule({ quietHours: hours }: AlertRule): void {
  if (hours && !(isTimeOfDay(hours.from) && isTimeOfDay(hours.to))) {
    throw new UserError(400, 'Quiet hours are two times such as 22:00 and 07:00');
  }
  if (hours && !isZone(hours.zone)) throw new UserError(400, 'Quiet hours need a time zone such as Europe/Paris');
}

function checkedChannel(target: NewChannel, settings: AlertRouteOptions['settings']): NewChannel {
  if (target.kind === 'push') {
    if (!isPushService(target.subscription.endpoint, settings)) throw new UserError(400, NO_PUSH_SERVICE);
    return target;
  }
  if (target.kind !== 'mail') {
    if (!isAddress(target.url, ['http:', 'https:'])) throw new UserError(400, NO_WEB_ADDRESS);
    const { username, password } = new URL(target.url);
    if (username !== '' || password !== '') throw new UserError(400, ADDRESS_WITH_PASSWORD);
    return target;
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(target.to)) throw new UserError(400, 'Enter an e-mail address');
  if (target.smtpUrl !== undefined && !parseMailServer(target.smtpUrl)) throw new UserError(400, MAIL_SERVER_FORM);
  if (target.smtpUrl === undefined && settings.smtpUrl === undefined) {
    throw new UserError(400, 'Enter a mail server: this server has none of its own (SMTP_URL)');
  }
  return target;
}

/** Push services are reached by https; http on this machine itself is only used by tests. */
function isPushService(endpoint: string, { production }: AlertRouteOptions['settings']): boolean {
  if (isAddress(endpoint, ['https:'])) return true;
  return !production && isAddress(endpoint, ['http:']) && isLoopbackHost(new URL(endpoint).host);
}

function isAddress(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol) && new URL(text).hostname !== '';
}
