import { expect, signInPage, test } from '#support/browser/e2e.ts';
import { controlled } from '#support/browser/tablet.ts';

// The worker as the browser runs it: no push service is reached, so DevTools brings what one would.

test('a pushed alert is shown by the worker once, and is gone when it was pressed', async ({ page, server }) => {
  await page.context().grantPermissions(['notifications'], { origin: server.origin });
  await signInPage(page, server.origin);
  await page.goto(`${server.origin}/admin/alerts`);
  await expect(page.getByRole('button', { name: 'Notify me in this browser' })).toBeVisible();
  await controlled(page);

  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.origin));
      if (own) resolve(own.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const note = { title: 'lamp is silent', tag: 'one', url: '/admin/circuit-tree/health' };
  const push = { origin: server.origin, registrationId: await registered };
  // The second of a tag takes the place of the first: the same alert is still one notification.
  for (const body of ['For 6 minutes.', 'For 7 minutes.']) {
    const data = JSON.stringify({ ...note, body });
    await devTools.send('ServiceWorker.deliverPushMessage', { ...push, data });
  }
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await registration?.getNotifications())?.map(({ title, body }) => `${title}: ${body}`);
    });
  await expect.poll(shown).toEqual(['lamp is silent: For 7 minutes.']);

  const [worker] = page.context().serviceWorkers();
  // No browser lets a test press a notification, nor opens a window that nobody has pressed for.
  await worker?.evaluate(`(async () => {
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
  await expect.poll(shown).toEqual([]);
});
