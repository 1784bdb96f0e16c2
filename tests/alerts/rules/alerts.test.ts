import { describe, expect, test } from 'vitest';
import {
  backWords,
  pageOf,
  serverBackWords,
  serverTroubleWords,
  silentWords,
  TEST_WORDS,
  valueBackWords,
  valueWords,
  waitingWords,
} from '#domain/alerts/alertText.ts';
import { channelName } from '#domain/signIn/deviceName.ts';
import type { Rule } from '#contract/programme/schemas.ts';
import { darkRuleAt, isQuietAt, isTimeOfDay, isZone } from '#domain/clock/zones.ts';
import { defaultGateway, isNeighbourThere } from '#domain/alerts/gateway.ts';

const at = (time: string) => Date.parse(`2026-07-01T${time}:00Z`);

describe('alertText', () => {
  const MINUTE_MS = 60_000;
  const nodes = (count: number, ageMs = 5 * MINUTE_MS) =>
    Array.from({ length: count }, (_, index) => ({ name: `n${index}`, ageMs: ageMs + index }));

  test.each([
    [nodes(1), 9, { title: 'n0 is silent', body: 'No heartbeat for 5 minutes.' }],
    [nodes(1, MINUTE_MS), 9, { title: 'n0 is silent', body: 'No heartbeat for 1 minute.' }],
    [nodes(2, 180 * MINUTE_MS), 9, { title: '2 nodes are silent', body: 'No heartbeat for 3 hours or more: n0, n1.' }],
    [
      nodes(2, 3 * 1_440 * MINUTE_MS),
      2,
      { title: 'Both nodes are silent', body: 'No heartbeat for 3 days or more: n0, n1.' },
    ],
  ])('silence in words', (silent, total, words) =>
    expect(silentWords(silent, { about: 'nodes', total })).toEqual(words),
  );

  const offWall = (count: number, total: number) =>
    silentWords(nodes(count, 31 * MINUTE_MS), { about: 'tablets', total });

  test('tablets are off the wall, and on it again', () => {
    expect(offWall(1, 3)).toEqual({ title: 'n0 is off the wall', body: 'No sign of life for 31 minutes.' });
    expect(offWall(2, 2).title).toBe('Both tablets are off the wall');
    expect(offWall(3, 3).title).toBe('All 3 tablets are off the wall');
    expect(backWords(['Hall'], 'tablets').title).toBe('Hall is on the wall again');
  });

  test('troubles of the server are told in their sentences', () => {
    expect(serverTroubleWords(['disk-almost-full', 'no-backup'])).toEqual({
      title: 'The server needs attention',
      body: 'The disk of the server is almost full: less than 5 % of it are free. There has been no backup for 7 days.',
    });
    expect(serverBackWords(['no-backup'], 0)).toEqual({
      title: 'The server is working again',
      body: 'No longer true: “There has been no backup for 7 days.”',
    });
    expect(serverBackWords(['of-a-later-release'], 1).title).toBe('The server: a problem is solved');
  });

  test.each([
    [{ about: 'nodes', nodeIds: ['a b'], tabletIds: [] }, '/admin/circuit-tree/nodes/a%20b'],
    [{ about: 'nodes', nodeIds: ['a', 'b'], tabletIds: [] }, '/admin/circuit-tree/health'],
    [{ about: 'tablets', nodeIds: [], tabletIds: ['t'] }, '/admin/tablets/t'],
    [{ about: 'tablets', nodeIds: [], tabletIds: ['t', 'u'] }, '/admin/tablets'],
    [{ about: 'server', nodeIds: [], tabletIds: [] }, '/admin'],
  ] as const)('%o leads to %s', (message, page) => {
    expect(pageOf({ ...message, nodeIds: [...message.nodeIds], tabletIds: [...message.tabletIds] })).toBe(page);
  });

  test('of very many nodes ten are named', () => {
    expect(silentWords(nodes(12), { about: 'nodes', total: 40 }).body).toMatch(/n9 and 2 more\.$/);
    expect(
      backWords(
        nodes(12).map(({ name }) => name),
        'nodes',
      ),
    ).toEqual({
      title: '12 nodes are back',
      body: expect.stringMatching(/n9 and 2 more\.$/),
    });
    expect(backWords(['hall'], 'nodes')).toEqual({ title: 'hall is back', body: 'It reports again.' });
  });
});

const values = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ nodeId: `n${index}`, sentence: `It is ${index} °C.` }));

const silent = (...ages: number[]) =>
  silentWords(
    ages.map((minutes, index) => ({ name: `n${index}`, ageMs: minutes * 60_000 })),
    { about: 'nodes', total: 9 },
  ).body;

describe('words of values and guests', () => {
  test('one node is told by its sentence, and well again by its sentence', () => {
    expect(valueWords(values(1))).toEqual({ title: 'n0 needs attention', body: 'It is 0 °C.' });
    expect(valueBackWords(values(1))).toEqual({ title: 'n0 is back to normal', body: 'It is 0 °C.' });
  });

  test('several are counted and named, ten at most', () => {
    expect(valueWords(values(2))).toEqual({
      title: '2 nodes need attention',
      body: 'n0: It is 0 °C. n1: It is 1 °C.',
    });
    expect(valueWords(values(10)).body).toMatch(/n9: It is 9 °C\.$/);
    expect(valueWords(values(12)).body).toMatch(/n9: It is 9 °C\. And 2 more\.$/);
    expect(valueBackWords(values(2))).toEqual({ title: '2 nodes are back to normal', body: 'n0, n1.' });
    expect(valueBackWords(values(10)).body).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9.');
    expect(valueBackWords(values(11)).body).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 1 more.');
  });

  test('of nothing there is still a sentence', () => {
    expect(valueWords([])).toEqual({ title: '0 nodes need attention', body: '' });
    expect(valueBackWords([]).title).toBe('0 nodes are back to normal');
    expect(backWords([], 'nodes').title).toBe('0 nodes are back');
  });

  test('the youngest silence counts, in minutes below two hours and in hours below two days', () => {
    expect(silent(119)).toBe('No heartbeat for 119 minutes.');
    expect(silent(120)).toBe('No heartbeat for 2 hours.');
    expect(silent(48 * 60 - 1)).toBe('No heartbeat for 47 hours.');
    expect(silent(48 * 60)).toBe('No heartbeat for 2 days.');
    expect(silent(5, 90)).toBe('No heartbeat for 5 minutes or more: n0, n1.');
  });

  test('photos of guests are counted', () => {
    const body = 'Nobody else sees them before you approve them.';
    expect(waitingWords(1)).toEqual({ title: 'A photo of a guest waits', body });
    expect(waitingWords(3)).toEqual({ title: '3 photos of guests wait', body });
    expect(pageOf({ about: 'guests', nodeIds: [], tabletIds: [] })).toBe('/admin/waiting');
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

describe('quietHours', () => {
  test.each([
    [{ from: '22:00', to: '07:00' }, '20:30', true],
    [{ from: '22:00', to: '07:00' }, '04:59', true],
    [{ from: '22:00', to: '07:00' }, '05:00', false],
    [{ from: '22:00', to: '07:00' }, '19:59', false],
    [{ from: '12:00', to: '14:00' }, '11:00', true],
    [{ from: '12:00', to: '12:00' }, '10:00', false],
  ])('%o in Paris, at %s UTC: %s', (hours, time, isQuiet) => {
    expect(isQuietAt({ ...hours, zone: 'Europe/Paris' }, at(time))).toBe(isQuiet);
  });

  test('without quiet hours it is never quiet', () => expect(isQuietAt(null, at('00:00'))).toBe(false));

  test('times and zones are checked', () => {
    expect(['07:00', '23:59'].every(isTimeOfDay)).toBe(true);
    expect(['7:00', '24:00', '12:60', ''].some(isTimeOfDay)).toBe(false);
    expect([isZone('Europe/Paris'), isZone('Mars/Olympus')]).toEqual([true, false]);
  });
});
