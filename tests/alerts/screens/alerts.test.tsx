import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { stubPushBrowser } from '../support/pushBrowser.ts';
import { PushService } from '../support/pushService.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

/** The receiver of a channel's messages. */
let receiver: Server;
let address = '';
let answer = 204;
const received: { url: string; body: string }[] = [];
let server: ScreenServer;
let token = '';

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ url: request.url ?? '', body: Buffer.concat(chunks).toString() });
      response.writeHead(answer).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const at = receiver.address();
  address = at !== null && typeof at === 'object' ? `http://127.0.0.1:${at.port}` : '';
  server = await startScreenServer();
});
afterAll(async () => {
  receiver.close();
  await server.dispose();
});
afterEach(() => void vi.unstubAllGlobals());
beforeEach(async () => {
  answer = 204;
  received.length = 0;
  ({ token } = await signInBrowser(server));
});

async function openAlerts() {
  const app = await renderApp('/admin/alerts', server);
  await screen.findByRole('heading', { name: 'What alerts are about' });
  return app;
}

const minutes = () => screen.getByLabelText<HTMLInputElement>('Minutes of silence before an alert');
const switchOf = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
const isOn = (name: string) => switchOf(name).checked;
const channels = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('saves each of the three rules and the quiet hours at once, and begins with what is saved', async () => {
  const { user } = await renderApp('/admin/circuit-tree', server);
  await user.click(await screen.findByRole('link', { name: 'Alerts' }));
  await screen.findByRole('heading', { name: 'What alerts are about' });
  expect(document.title).toBe('Alerts – Circuit Tree');
  expect(['A silent node', 'A tablet that is off the wall', 'The server needs attention'].map(isOn)).toEqual([
    true,
    true,
    true,
  ]);
  await user.click(switchOf('The server needs attention'));
  await user.clear(minutes());
  await user.type(minutes(), '25{Enter}');
  const offWall = screen.getByLabelText<HTMLInputElement>('Minutes off the wall before an alert');
  expect(offWall.value).toBe('30');
  await user.clear(offWall);
  await user.type(offWall, '2');
  await user.tab();
  expect(offWall.getAttribute('aria-invalid')).toBe('true');
  await user.type(offWall, '0');
  await user.tab();
  expect(offWall.getAttribute('aria-invalid')).toBeNull();
  expect(screen.queryByLabelText('From')).toBeNull();
  await user.click(switchOf('Quiet hours'));
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('22:00');
  const zone = screen.getByLabelText<HTMLInputElement>('Time zone');
  await user.clear(zone);
  await user.type(zone, 'Europe/Nowhere');
  await user.tab();
  const refusal = 'The alerts were not changed. Quiet hours need a time zone such as Europe/Paris.';
  expect(await screen.findByText(refusal)).toBeDefined();
  await user.clear(zone);
  await user.type(zone, 'Europe/Vienna');
  await user.tab();
  await waitFor(async () =>
    expect(
      await (await fetch(`${server.origin}/alerts`, { headers: { Authorization: `Bearer ${token}` } })).json(),
    ).toMatchObject({ rule: { quietHours: { zone: 'Europe/Vienna' } } }),
  );

  cleanup();
  await openAlerts();
  expect(['A silent node', 'A tablet that is off the wall', 'The server needs attention'].map(isOn)).toEqual([
    true,
    true,
    false,
  ]);
  expect(minutes().value).toBe('25');
  expect(screen.getByLabelText<HTMLInputElement>('Minutes off the wall before an alert').value).toBe('20');
  expect(screen.getByLabelText<HTMLInputElement>('Time zone').value).toBe('Europe/Vienna');
});

it('adds a channel, sends a test and says how it went, also when it failed; a removed one is gone', async () => {
  const { user } = await openAlerts();
  expect(screen.getByText(/^Nobody gets alerts yet/)).toBeDefined();
  await user.type(screen.getByLabelText('Address of the topic'), `${address}/my-house`);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(channels()).toEqual([expect.stringMatching(/^ntfy: .*Nothing sent yet/)]));
  expect(screen.getByLabelText<HTMLInputElement>('Address of the topic').value).toBe('');

  const test = () => user.click(screen.getByRole('button', { name: /^Send a test/ }));
  await test();
  expect(await screen.findByText(/^Sent · /)).toBeDefined();
  expect(received).toEqual([{ url: '/my-house', body: expect.stringContaining('This channel works') }]);
  answer = 507;
  await test();
  expect(await screen.findByText(/507/)).toBeDefined();

  await user.click(screen.getByRole('button', { name: /^Remove/ }));
  expect(await screen.findByText(/^Nobody gets alerts yet/)).toBeDefined();
});

it('asks for what each kind needs, and says beside the field what the server does not take', async () => {
  const { user } = await openAlerts();
  const kinds = within(screen.getByRole('group', { name: 'Add a channel' }));
  await user.click(kinds.getByRole('radio', { name: 'E-mail' }));
  expect(screen.getByLabelText<HTMLInputElement>('Mail server').required).toBe(true);
  await user.click(kinds.getByRole('radio', { name: 'Webhook' }));
  expect(screen.queryByLabelText('Mail server')).toBeNull();
  const field = screen.getByLabelText('Address');
  await user.type(field, 'not an address');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(received).toEqual([]);
  await user.clear(field);
  await user.type(field, `${address}/hook`);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(channels()).toContainEqual(expect.stringMatching(/^Webhook: .*Nothing sent yet/)));
});

it('says why a browser cannot be notified; one that can is listed, tested and taken off again', async () => {
  const push = await new PushService().start();
  await openAlerts();
  expect(screen.getByText(/^Notifications need https/)).toBeDefined();
  cleanup();

  const browser = stubPushBrowser(push.subscription());
  const { user } = await openAlerts();
  const before = screen.queryAllByRole('listitem').length;
  const notify = await screen.findByRole('button', { name: 'Notify me in this browser' });
  browser.permission = 'denied';
  await user.click(notify);
  expect((await screen.findByRole('alert')).textContent).toMatch(/allow it in the browser’s settings/);
  browser.permission = 'granted';
  await user.click(notify);
  const mine = await screen.findByText(/^Browser: .* – this browser$/);
  expect(screen.queryByRole('button', { name: 'Notify me in this browser' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();

  const item = within(mine.closest('li')!);
  await user.click(item.getByRole('button', { name: /^Send a test/ }));
  expect(await item.findByText(/^Sent · /)).toBeDefined();
  expect(push.received).toEqual([expect.objectContaining({ key: browser.subscribedFor[0] })]);

  // It was unsubscribed elsewhere, in the browser's settings.
  push.status = 410;
  await user.click(item.getByRole('button', { name: /^Send a test/ }));
  expect(await screen.findByText(/was taken off the list/)).toBeDefined();
  await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(before));

  push.status = 201;
  await user.click(await screen.findByRole('button', { name: 'Notify me in this browser' }));
  const again = within((await screen.findByText(/– this browser$/)).closest('li')!);
  await user.click(again.getByRole('button', { name: /^Remove/ }));
  await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(before));
  expect(browser.subscribedFor).toEqual([]);
  push.close();
});
