import { describe, expect, test } from 'vitest';
import { pageOf, TEST_WORDS } from '#domain/alerts/alertText.ts';
import { channelName } from '#domain/alerts/channelName.ts';
import type { Rule } from '#contract/programme/schemas.ts';
import { isQuietAt } from '#domain/alerts/alertWatch.ts';
import { darkRuleAt, isTimeOfDay, isZone } from '#domain/clock/zones.ts';
import { defaultGateway, isNeighbourThere } from '#domain/alerts/gateway.ts';

const at = (time: string) => Date.parse(`2026-07-01T${time}:00Z`);

describe('alertText', () => {
  test.each([
    [{ about: 'nodes', nodeIds: ['a b'], tabletIds: [] }, '/admin/circuit-tree/nodes/a%20b'],
    [{ about: 'nodes', nodeIds: ['a', 'b'], tabletIds: [] }, '/admin/circuit-tree/health'],
    [{ about: 'tablets', nodeIds: [], tabletIds: ['t'] }, '/admin/tablets/t'],
    [{ about: 'tablets', nodeIds: [], tabletIds: ['t', 'u'] }, '/admin/tablets'],
    [{ about: 'server', nodeIds: [], tabletIds: [] }, '/admin'],
    [{ about: 'guests', nodeIds: [], tabletIds: [] }, '/admin/waiting'],
  ] as const)('%o leads to %s', (message, page) => {
    expect(pageOf({ ...message, nodeIds: [...message.nodeIds], tabletIds: [...message.tabletIds] })).toBe(page);
  });

  test('a test says what it is', () => {
    expect(TEST_WORDS).toEqual({
      title: 'A test from Circuit Tree',
      body: 'This channel works: alerts arrive here.',
    });
  });
});

describe('channelName', () => {
  const FROM = { firstName: 'Ada', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' };

  test('no secret is in the name of a channel', () => {
    expect(channelName({ kind: 'webhook', url: 'https://user:pw@hooks.example.org/T0/s3cret' }, FROM)).toBe(
      'hooks.example.org',
    );
    expect(channelName({ kind: 'ntfy', url: 'https://ntfy.sh/my-topic', token: 's3cret' }, FROM)).toBe('ntfy.sh');
    expect(channelName({ kind: 'mail', to: 'me@example.org', smtpUrl: 'smtps://a:s3cret@b' }, FROM)).toBe(
      'me@example.org',
    );
  });

  test('a browser is called by its kind and by who subscribed', () => {
    const channel = {
      kind: 'push',
      subscription: { endpoint: 'https://push.example/s3cret', keys: { p256dh: '', auth: '' } },
    } as const;
    expect(channelName(channel, FROM)).toBe('Chrome on Linux (Ada)');
    expect(channelName(channel, { firstName: '', userAgent: undefined })).toBe('Unknown device');
  });
});

describe('gateway', () => {
  const ROUTES = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask
eth0\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF
eth0\t00000000\t0101A8C0\t0003\t0\t0\t0\t00000000
`;
  const ARP = `IP address       HW type     Flags       HW address            Mask     Device
192.168.1.1      0x1         0x2         aa:bb:cc:dd:ee:ff     *        eth0
192.168.1.9      0x1         0x0         00:00:00:00:00:00     *        eth0
`;

  test('the default gateway is read from the table of routes', () => {
    expect(defaultGateway(ROUTES)).toBe('192.168.1.1');
    expect(defaultGateway(ROUTES.split('\n').slice(0, 2).join('\n'))).toBeUndefined();
    expect(defaultGateway('')).toBeUndefined();
  });

  test.each([
    ['192.168.1.1', true],
    ['192.168.1.9', false],
    ['192.168.1.7', undefined],
  ])('whether %s answers', (address, there) => expect(isNeighbourThere(ARP, address)).toBe(there));
});

const route = (destination: string, gateway: string) => `eth0\t${destination}\t${gateway}\t0003`;

describe('the tables of Linux', () => {
  const HEAD = 'Iface\tDestination\tGateway';

  test.each([
    ['none in the head line', 'x 00000000 0101A8C0'],
    ['no route to everywhere', `${HEAD}\n${route('0001A8C0', '0101A8C0')}`],
    ['a route without a gateway', `${HEAD}\n${route('00000000', '00000000')}`],
    ['a gateway that is too long', `${HEAD}\n${route('00000000', '0101A8C000')}`],
    ['a gateway with a letter before it', `${HEAD}\n${route('00000000', 'x0101A8C0')}`],
    ['half a line', `${HEAD}\neth0\t00000000`],
  ])('of %s there is no gateway', (_case, routes) => expect(defaultGateway(routes)).toBeUndefined());

  test('the first route to everywhere with a gateway is the one', () => {
    const lines = [HEAD, route('00000000', '00000000'), 'eth0   00000000   0101a8c0', route('00000000', '0201A8C0')];
    expect(defaultGateway(lines.join('\n'))).toBe('192.168.1.1');
  });

  test('the head of the table of neighbours is none of them', () => {
    expect(isNeighbourThere('IP x 0x2', 'IP')).toBeUndefined();
  });
});

describe('darkHours', () => {
  const zone = 'Europe/Paris';

  test.each([
    [[], '23:00', false],
    [[{ shows: 'black', from: '22:00', to: '07:00' }], '20:30', true],
    [[{ shows: 'black', from: '22:00', to: '07:00' }], '19:30', false],
    [[{ shows: 'dark-clock', from: 'sunset', to: 'sunrise' }], '21:00', true],
    [[{ shows: 'dark-clock', from: 'sunset', to: 'sunrise' }], '12:00', false],
    [[{ shows: 'clock' }, { shows: 'black' }], '12:00', false],
    [[{ shows: 'black', from: '22:00', to: '07:00' }, { shows: 'clock' }], '20:30', true],
  ] satisfies [Rule[], string, boolean][])('%j at %s UTC: %s', (programme, time, isDark) => {
    const place = { latitude: 48.86, longitude: 2.35 };
    expect(darkRuleAt({ programme, place }, { zone, nowMs: at(time) }) !== undefined).toBe(isDark);
  });
});

describe('quiet hours', () => {
  test.each([
    [{ from: '22:00', to: '07:00' }, '20:30', true],
    [{ from: '22:00', to: '07:00' }, '04:59', true],
    [{ from: '22:00', to: '07:00' }, '05:00', false],
    [{ from: '22:00', to: '07:00' }, '19:59', false],
    [{ from: '12:00', to: '14:00' }, '11:00', true],
    [{ from: '12:00', to: '12:00' }, '10:00', false],
    // The first minute is in, the last is out.
    [{ from: '12:00', to: '13:00' }, '10:00', true],
    [{ from: '12:00', to: '13:00' }, '09:59', false],
    [{ from: '12:00', to: '13:00' }, '11:00', false],
    [{ from: '22:00', to: '07:00' }, '20:00', true],
  ])('%o in Paris, at %s UTC: %s', (hours, time, isQuiet) => {
    expect(isQuietAt({ ...hours, zone: 'Europe/Paris' }, at(time))).toBe(isQuiet);
  });

  test('without quiet hours it is never quiet', () => expect(isQuietAt(null, at('00:00'))).toBe(false));

  test('times and zones are checked', () => {
    expect(['07:00', '23:59'].every(isTimeOfDay)).toBe(true);
    expect(['7:00', '24:00', '12:60', '', '107:00', '07:000'].some(isTimeOfDay)).toBe(false);
    expect([isZone('Europe/Paris'), isZone('Mars/Olympus')]).toEqual([true, false]);
  });
});
