import { describe, expect, it, test } from 'vitest';
import type { Permission } from '#contract/permissions.ts';
import { SHARE_TERMS } from '#contract/shares/shares.ts';
import { shareEnd, SHARE_TERM_CHOICES, shareFacts } from '#domain/shares/linkTerms.ts';
import { madeText, madeWithoutRight } from '#domain/users/madeText.ts';
import { hasPasskeys } from '#domain/addresses/passkeyHost.ts';
import { passkeyName } from '#domain/signIn/deviceName.ts';
import { permissionWords } from '#domain/access/permissions.ts';
import {
  goOnLink,
  goOnTokenFrom,
  invitationLink,
  invitationTokenFrom,
  setUpLink,
  setUpTokenFrom,
  linkTokenFrom,
  signInLink,
  shareFragment,
  shareLink,
  sharePlaceIn,
} from '#domain/access/links.ts';
import { addressOrName, addressWithoutMail, hasMail, nameAndAddress } from '#domain/users/withoutMail.ts';
import { untilText, whenText } from '#domain/clock/when.ts';

describe('linkTerms', () => {
  test('a share is valid for a day, a week, or until it is taken back', () => {
    expect(SHARE_TERMS.map((term) => shareEnd(term, 0))).toEqual([86_400_000, 7 * 86_400_000, null]);
  });
});

describe('madeText', () => {
  const none = { tablets: 0, shares: 0, sources: 0, channels: 0 };
  test.each([
    [none, ''],
    [{ ...none, tablets: 1 }, '1 tablet'],
    [{ ...none, tablets: 2, shares: 1 }, '2 tablets and 1 shared link'],
    [{ ...none, shares: 3 }, '3 shared links'],
    [{ ...none, sources: 2, channels: 2 }, '2 sources of photos and 2 channels of alerts'],
    [
      { tablets: 1, shares: 1, sources: 1, channels: 1 },
      '1 tablet, 1 shared link, 1 source of photos and 1 channel of alerts',
    ],
  ])('%o reads %s', (made, text) => {
    expect(madeText(made)).toBe(text);
  });

  test('shares are made by whoever looks after photos, all other things by admins', () => {
    const made = { tablets: 1, shares: 2, sources: 3, channels: 4 };
    expect(madeWithoutRight(made, ['admin'])).toBeUndefined();
    expect(madeWithoutRight(made, ['photos:write'])).toEqual({ ...made, shares: 0 });
    expect(madeWithoutRight(made, ['photos:read'])).toEqual(made);
    expect(madeWithoutRight({ ...none, shares: 2 }, ['photos:write'])).toBeUndefined();
    expect(madeWithoutRight({ ...none, tablets: 2, sources: 1, channels: 1 }, ['admin'])).toBeUndefined();
    expect(madeWithoutRight(made, [])).toEqual(made);
    expect(madeWithoutRight(undefined, [])).toBeUndefined();
  });
});

describe('passkeyHost', () => {
  test.each(['localhost', 'tree.local', 'photos.example.org'])('%s can have passkeys', (host) => {
    expect(hasPasskeys(host)).toBe(true);
  });

  test.each(['127.0.0.1', '192.168.1.5', '[::1]', '[fe80::1]', ''])('%j can have none', (host) => {
    expect(hasPasskeys(host)).toBe(false);
  });
});

describe('passkeyName', () => {
  const device = 'Chrome on Windows';

  test.each([
    ['a part of the device', { transports: ['internal', 'hybrid'], attachment: 'platform' }, device],
    [
      'a part, by a browser that tells the transports only',
      { transports: ['internal'], attachment: undefined },
      device,
    ],
    ['a phone that scanned a code', { transports: ['internal', 'hybrid'], attachment: 'cross-platform' }, 'Phone'],
    ['a stick', { transports: ['usb', 'nfc'], attachment: 'cross-platform' }, 'Security key'],
    ['nothing told', { transports: [], attachment: undefined }, device],
  ])('a passkey is named after where it is kept: %s', (_what, told, name) => {
    expect(passkeyName({ device, ...told }, [])).toBe(name);
  });

  test('a browser that tells nothing of itself gets a plain name', () => {
    expect(passkeyName({ device: 'Unknown device', transports: [], attachment: undefined }, [])).toBe('Passkey');
  });

  test('a name that the person has already is numbered', () => {
    const told = { device, transports: [], attachment: undefined };
    expect(passkeyName(told, [device])).toBe(`${device} 2`);
    expect(passkeyName(told, [device, `${device} 2`, `${device} 4`])).toBe(`${device} 3`);
  });
});

describe('permissionWords', () => {
  const WRITES = 'add, arrange, share and delete photos';
  test.each<[Permission[], albums: string | undefined, words: string]>([
    [[], undefined, 'sign in; an admin decides what else'],
    [['photos:read'], undefined, 'see all photos'],
    [['photos:read'], 'Lake', 'see the photos of Lake'],
    [['photos:write'], undefined, `see all photos, and ${WRITES}`],
    [['photos:read', 'photos:write'], 'Lake', `see the photos of Lake, and ${WRITES} there`],
    [['photos:read', 'admin'], undefined, 'do everything: photos, people, tablets and settings'],
  ])('%j, of the albums %j', (permissions, albums, words) => {
    expect(permissionWords(permissions, albums)).toBe(words);
  });
});

describe('setUpLink', () => {
  test('the token travels in the fragment and is read back', () => {
    const link = setUpLink('https://tree.local', 'abc');
    expect(link).toBe('https://tree.local/#set-up=abc');
    expect(setUpTokenFrom(new URL(link).hash)).toBe('abc');
  });

  test.each(['', '#', '#set-up=', '#sign-in-link=abc'])('%j has none', (fragment) => {
    expect(setUpTokenFrom(fragment)).toBeUndefined();
  });
});

describe('shareLink', () => {
  test('a link leads to the shared album, and its fragment on to those below it', () => {
    const link = shareLink('https://photos.example', 'a94a8fe5');
    expect(link).toBe('https://photos.example/#shared-album=a94a8fe5');
    expect(sharePlaceIn(new URL(link).hash)).toEqual({ key: 'a94a8fe5', slug: undefined });
    const below = { key: 'a94a8fe5', slug: 'lake' };
    expect(sharePlaceIn(`#${shareFragment(below)}`)).toEqual(below);
    expect(`#${shareFragment({ key: 'a94a8fe5', slug: undefined })}`).toBe(new URL(link).hash);
  });

  test.each(['', '#', '#shared-album=', '#shared-album=/lake', '#invitation=a94a8fe5', 'shared-album=a94a8fe5'])(
    'the fragment %j is none of a share',
    (fragment) => expect(sharePlaceIn(fragment)).toBeUndefined(),
  );
});

describe('shareTerms', () => {
  test('the terms are offered from the shortest to the longest', () => {
    expect(SHARE_TERM_CHOICES).toEqual([
      { term: 'day', words: '24 hours' },
      { term: 'week', words: '7 days' },
      { term: 'open', words: 'Until it is taken back' },
    ]);
  });

  test('the facts tell the end and the last use, or that there is none', () => {
    const reader = { now: Date.parse('2026-01-30T12:00:00.000Z'), locale: 'en' };
    const until = '2026-02-01T12:00:00.000Z';
    const lastUsedAt = '2026-01-30T08:15:00.000Z';
    expect(shareFacts({ until: null, lastUsedAt: null, seesAlbum: true, mayDownload: false }, reader)).toBe(
      'Open until it is taken back · not opened yet',
    );
    expect(shareFacts({ until, lastUsedAt, seesAlbum: true, mayDownload: false }, reader)).toBe(
      `Open until ${untilText(until, reader)} · last opened ${whenText(lastUsedAt, reader)}`,
    );
    const sent = { sent: 3, sentBytes: 11_200_000 };
    const guests = { mayUpload: 'after-approval', maxPhotos: 500, maxBytes: 2_000_000_000, ...sent } as const;
    expect(shareFacts({ until: null, lastUsedAt: null, seesAlbum: false, mayDownload: false, guests }, reader)).toMatch(
      / · takes photos, after approval: 3 of 500 \(11\.2 MB of 2\.0 GB\), shows none$/,
    );
  });
});

describe('signInLink', () => {
  it('gives back the token a link was made with', () => {
    const link = signInLink('https://photos.example.org', 'abc');
    expect(link).toBe('https://photos.example.org/#sign-in-link=abc');
    expect(linkTokenFrom(new URL(link).hash)).toBe('abc');
  });

  it('finds the token in the fragment, and nothing elsewhere', () => {
    expect(linkTokenFrom('#sign-in-link=abc_DEF-123')).toBe('abc_DEF-123');
    expect(['', '#', '#sign-in-link=', '#other=abc', 'sign-in-link=abc'].map(linkTokenFrom)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});

describe('withoutMail', () => {
  test('an account without mail is told from one with it, by an address of its own', () => {
    expect(hasMail(addressWithoutMail('A1'))).toBe(false);
    expect(addressWithoutMail('A1')).not.toBe(addressWithoutMail('A2'));
    expect(hasMail('ada@example.org')).toBe(true);
  });
});

describe('an account for a name alone', () => {
  const nobody = { email: addressWithoutMail('AbC'), firstName: 'Ada', lastName: 'Lovelace' };

  test('is known by its name, and one without a name is somebody', () => {
    expect(nobody.email).toBe('abc@no-mail.invalid');
    expect(addressOrName(nobody)).toBe('Ada Lovelace');
    expect(addressOrName({ ...nobody, lastName: '' })).toBe('Ada');
    expect(addressOrName({ ...nobody, firstName: '', lastName: '' })).toBe('Somebody without e-mail');
  });

  test('is named without an address in the audit log; a person with e-mail by both', () => {
    const ada = { ...nobody, email: 'ada@example.org' };
    expect(addressOrName(ada)).toBe('ada@example.org');
    expect(nameAndAddress(ada)).toBe('Ada Lovelace (ada@example.org)');
    expect(nameAndAddress({ ...ada, firstName: '', lastName: '' })).toBe('ada@example.org');
    expect(nameAndAddress(nobody)).toBe('Ada Lovelace');
    expect(nameAndAddress({ ...nobody, firstName: '', lastName: '' })).toBe('Somebody without e-mail');
  });
});

describe('links with a token in the fragment', () => {
  test('differ between invitations and sessions that move to another address', () => {
    const [invited, goingOn] = [invitationLink('https://a.example', 't1'), goOnLink('https://a.example', 't2')];
    expect(invited).toBe('https://a.example/#invitation=t1');
    expect(goingOn).toBe('https://a.example/#go-on=t2');
    const [invitation, goOn] = [new URL(invited).hash, new URL(goingOn).hash];
    expect([invitationTokenFrom(invitation), goOnTokenFrom(goOn)]).toEqual(['t1', 't2']);
    expect([invitationTokenFrom(goOn), goOnTokenFrom(invitation)]).toEqual([undefined, undefined]);
    expect(goOnTokenFrom('#go-on=')).toBeUndefined();
  });

  test('of a share without a key lead nowhere', () => {
    expect(sharePlaceIn('#shared-album=')).toBeUndefined();
    expect(sharePlaceIn('#shared-album=/slug')).toBeUndefined();
  });
});

describe('a share that takes photos', () => {
  const guests = { mayUpload: 'at-once', sent: 3, maxPhotos: 200, sentBytes: 0, maxBytes: 500_000_000 } as const;
  const share: Parameters<typeof shareFacts>[0] = {
    until: null,
    lastUsedAt: null,
    guests,
    seesAlbum: true,
    mayDownload: false,
  };
  const facts = (changes: Partial<typeof share>) => shareFacts({ ...share, ...changes }, { now: 0 });

  test('says how many, whether they wait, and what a visitor may not see', () => {
    expect(facts({})).toBe(
      'Open until it is taken back · not opened yet · takes photos: 3 of 200 (0 bytes of 500.0 MB)',
    );
    expect(facts({ seesAlbum: false })).toMatch(/takes photos: 3 of 200 \(.*\), shows none$/);
    expect(facts({ guests: { ...guests, mayUpload: 'after-approval' } })).toMatch(
      /takes photos, after approval: 3 of 200 \(.*\)$/,
    );
    const { guests: _guests, ...withoutGuests } = share;
    expect(shareFacts({ ...withoutGuests, mayDownload: true }, { now: 0 })).toBe(
      'Open until it is taken back · not opened yet · originals may be downloaded',
    );
  });
});

test.each(['usb', 'nfc', 'ble', 'smart-card'])('a passkey reached by %s is one of a security key', (way) => {
  expect(passkeyName({ device: 'Chrome on Linux', transports: [way], attachment: 'cross-platform' }, [])).toBe(
    'Security key',
  );
});

test('a passkey inside the device is named after it, also where the browser tells the way alone', () => {
  const transports = ['internal', 'hybrid', 'usb'];
  const name = (attachment: string | undefined, ways = transports) =>
    passkeyName({ device: 'Chrome on Linux', transports: ways, attachment }, []);
  expect([name('platform'), name(undefined)]).toEqual(['Chrome on Linux', 'Chrome on Linux']);
  expect([name('cross-platform'), name(undefined, ['hybrid'])]).toEqual(['Phone', 'Phone']);
});
