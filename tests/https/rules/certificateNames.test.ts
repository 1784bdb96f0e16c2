import { expect, test } from 'vitest';
import {
  certificateNames,
  HOME_DOMAINS,
  isAddress,
  isOfHome,
  namesToTell,
  ownNames,
  permittedNames,
} from '#domain/addresses/certificateNames.ts';

const WALL = { hostname: 'Wall', addresses: ['192.168.1.20', 'fd00::20'], publicUrl: undefined };

test('a machine is called by its name, with every ending that a home has, and by its addresses', () => {
  expect(certificateNames(WALL)).toEqual({
    dns: [
      'wall',
      'wall.local',
      'wall.lan',
      'wall.home',
      'wall.home.arpa',
      'wall.internal',
      'wall.fritz.box',
      'localhost',
    ],
    ip: ['192.168.1.20', 'fd00::20', '127.0.0.1', '::1'],
  });
});

test('the host of PUBLIC_URL comes first, whether it is a name or an address', () => {
  const named = certificateNames({ ...WALL, publicUrl: 'https://Photos.Example.org:8443/' });
  expect(named.dns[0]).toBe('photos.example.org');
  expect(certificateNames({ ...WALL, publicUrl: 'https://203.0.113.7' }).ip[0]).toBe('203.0.113.7');
  expect(certificateNames({ ...WALL, publicUrl: 'https://[fd00::7]/' }).ip[0]).toBe('fd00::7');
});

test('the name for which the server answers itself is one of them, and comes after that of PUBLIC_URL', () => {
  const named = { ...WALL, publicUrl: 'https://photos.example.org', homeName: 'circuit-tree.local' };
  expect(certificateNames(named).dns.slice(0, 3)).toEqual(['photos.example.org', 'circuit-tree.local', 'wall']);
  expect(ownNames(certificateNames(named))).toEqual(['photos.example.org']);
});

test.each([
  ['192.168.1.20', true],
  ['fd00::20', true],
  ['photos.local', true],
  ['wall', true],
  ['203.0.113.7', false],
  ['2001:db8::7', false],
  ['photos.example.org', false],
])('that %s means something within a home only: %s', (host, expected) => {
  expect(isOfHome(host)).toBe(expected);
});

test('a full host name counts, an odd one does not, and IPv6 addresses of the internet are left out', () => {
  const names = certificateNames({
    ...WALL,
    hostname: 'wall.example.org.',
    addresses: ['203.0.113.7', '2001:db8::7', 'fe80::1'],
  });
  expect(names.dns.slice(0, 3)).toEqual(['wall.example.org', 'wall', 'wall.local']);
  expect(names.ip).toEqual(['203.0.113.7', '127.0.0.1', '::1']);
  // 'wall' would be a whole ending, as .photos and .cloud are.
  expect(ownNames(names)).toEqual(['wall.example.org', '203.0.113.7']);
  expect(certificateNames({ ...WALL, hostname: 'my wall_1' }).dns).toEqual(['localhost']);
  expect(certificateNames({ ...WALL, hostname: '192.168.1.20' }).dns).toEqual(['localhost']);
});

test('the same addresses in another order make the same certificate; a router’s come before a container’s', () => {
  const addresses = ['172.17.0.1', '169.254.3.4', '10.0.0.5', '192.168.1.20'];
  const expected = ['192.168.1.20', '10.0.0.5', '172.17.0.1', '169.254.3.4', '127.0.0.1', '::1'];
  expect(certificateNames({ ...WALL, addresses }).ip).toEqual(expected);
  expect(certificateNames({ ...WALL, addresses: addresses.toReversed() }).ip).toEqual(expected);
});

test('addresses come in the order in which people best use them, those of one kind sorted', () => {
  const expected = [
    '192.168.1.20',
    '192.168.1.3',
    '10.0.0.5',
    '172.17.0.1',
    '100.64.0.1',
    '203.0.113.7',
    '8.10.0.1',
    '8.100.0.1',
    '8.172.0.1',
    '8.192.168.1',
    '169.254.3.4',
    'fd00::20',
  ];
  for (const addresses of [expected, expected.toReversed()]) {
    expect(certificateNames({ ...WALL, addresses }).ip).toEqual([...expected, '127.0.0.1', '::1']);
  }
});

test('a name may be of one letter, of 253 at most, and each of its labels has to be one', () => {
  const dnsOf = (hostname: string) => certificateNames({ ...WALL, hostname }).dns;
  expect(dnsOf('w').slice(0, 2)).toEqual(['w', 'w.local']);
  const longest = `${'wall.'.repeat(50)}abc`;
  expect(longest).toHaveLength(253);
  expect(dnsOf(longest)[0]).toBe(longest);
  expect(dnsOf(`${longest}d`)[0]).toBe('wall');
  expect(dnsOf('wall.my_home')[0]).toBe('wall');
  expect(certificateNames({ ...WALL, publicUrl: 'https://203.0.113.7' }).dns).not.toContain('203.0.113.7');
});

test.each([
  ['192.168.1.20', true],
  ['fd00::7', true],
  ['192.168.1', false],
  ['192.168.1.20.example.org', false],
  ['wall192.168.1.20', false],
  ['wall.local', false],
])('that %s is an address: %s', (name, expected) => {
  expect(isAddress(name)).toBe(expected);
});

test('addresses of a home are those of the networks that every home may use, to their edges', () => {
  const inside = `10.0.0.1 10.255.0.1 127.0.0.1 192.168.0.1 169.254.0.1
    172.16.0.1 172.19.0.1 172.20.0.1 172.29.0.1 172.30.0.1 172.31.0.1
    100.64.0.1 100.69.0.1 100.70.0.1 100.99.0.1 100.100.0.1 100.119.0.1 100.120.0.1 100.127.0.1
    ::1 fc00::1 fdff::1`.split(/\s+/);
  const outside = `11.0.0.1 110.0.0.1 8.10.0.1 8.127.0.1 192.169.0.1 8.192.168.1 169.255.0.1 8.169.254.1
    172.15.0.1 172.32.0.1 172.2.0.1 8.172.16.1 100.63.0.1 100.128.0.1 100.6.0.1 8.100.64.1
    ::12 2001:fd00::1 fe80::1`.split(/\s+/);
  expect(permittedNames({ dns: [], ip: [...inside, ...outside] }, []).ip).toEqual(inside);
});

test('only names outside every home have to be allowed one by one', () => {
  expect(ownNames(certificateNames(WALL))).toEqual([]);
  const named = certificateNames({ ...WALL, publicUrl: 'https://photos.example.org' });
  expect(ownNames(named)).toEqual(['photos.example.org']);
  expect(permittedNames(named, ['wall']).dns).not.toContain('photos.example.org');
  expect(permittedNames(named, ownNames(named))).toEqual({
    ...named,
    dns: named.dns.filter((name) => name !== 'wall'),
  });
  // Authorities of earlier releases were allowed the bare name, and keep it.
  expect(permittedNames(named, ['photos.example.org', 'wall'])).toEqual(named);
});

test('a name that only ends like a home’s domain is none', () => {
  const names = {
    dns: ['notlocal', 'evil-lan', 'a.local', 'local'],
    ip: ['172.32.0.1', '100.128.0.1', '11.0.0.1', '172.31.0.1'],
  };
  expect(permittedNames(names, [])).toEqual({ dns: ['a.local', 'local'], ip: ['172.31.0.1'] });
  expect(HOME_DOMAINS).not.toContain('');
});

test('an address in the network is told first, since it works on every device', () => {
  expect(namesToTell(certificateNames(WALL)).slice(0, 4)).toEqual(['192.168.1.20', 'wall.local', 'wall', 'wall.lan']);
  expect(namesToTell(certificateNames(WALL)).slice(-3)).toEqual(['fd00::20', '127.0.0.1', '::1']);
  expect(namesToTell(certificateNames({ ...WALL, addresses: [] }))[0]).toBe('wall.local');
  expect(namesToTell({ dns: ['wall.local'], ip: ['8.127.0.1'] })[0]).toBe('8.127.0.1');
});
