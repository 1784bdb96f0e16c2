import type { AlertMessage, NewChannel } from '../../src/contract/admin/alerts.ts';

/** What sending needs of the server. */
export interface Sending {
  /** The server's own mail server, from its setting. */
  smtpUrl: string | undefined;
}

const TIMEOUT_MS = 15_000;
const NODES_PAGE = '/admin/circuit-tree/health';

/** Sends one message through one channel; throws with a reason that people can read. */
export async function sendMessage(target: NewChannel, message: AlertMessage, sending: Sending): Promise<void> {
  if (target.kind === 'mail') return sendMail(target, message, sending);
  if (target.kind === 'webhook')
    return post(target.url, JSON.stringify(message), { 'Content-Type': 'application/json' });
  return post(target.url, message.body, {
    // Headers are Latin-1, so other letters are written as RFC 2047 has it, which ntfy reads.
    Title: `=?UTF-8?B?${Buffer.from(message.title).toString('base64')}?=`,
    Priority: message.kind === 'silent' ? 'high' : 'default',
    Tags: { silent: 'warning', back: 'white_check_mark', test: 'wave' }[message.kind],
    ...(target.token && { Authorization: `Bearer ${target.token}` }),
  });
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<void> {
  let response: Response;
  try {
    response = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new Error(`${new URL(url).host} cannot be reached${reasonOf(error)}`, { cause: error });
  }
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${new URL(url).host} returned ${response.status}`);
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return ': it did not respond';
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : '';
}

async function sendMail(
  { to, smtpUrl }: Extract<NewChannel, { kind: 'mail' }>,
  message: AlertMessage,
  sending: Sending,
): Promise<void> {
  const url = smtpUrl ?? sending.smtpUrl;
  if (url === undefined) throw new Error('There is no mail server: enter one, or set SMTP_URL');
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...timeouts });
  const account = decodeURIComponent(new URL(url).username);
  await transport.sendMail({
    from: account.includes('@') ? account : to,
    to,
    subject: message.title,
    text: `${message.body}\n\nEverything about the nodes is at ${NODES_PAGE} of your Circuit Tree.\n`,
    messageId: `<${message.id}@circuit-tree>`,
  });
  transport.close();
}
