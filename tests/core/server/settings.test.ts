import { describe, expect, test } from 'vitest';
import { StartError } from '#server/core/errors.ts';
import { readSettings } from '#server/core/settings/settings.ts';

describe('a wrong setting is told in one line that names it', () => {
  test.each([
    ['PORT', '80a', 'PORT must be a whole number from 0 to 65535, not "80a"'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536"'],
    ['MAX_UPLOAD_MB', '-1', 'MAX_UPLOAD_MB must be a whole number from 1 to 10000, not "-1"'],
    ['MAX_IMAGE_MEGAPIXELS', '1.5', 'MAX_IMAGE_MEGAPIXELS must be a whole number from 1 to 1000, not "1.5"'],
    ['ADMIN_EMAILS', 'ada', 'ADMIN_EMAILS must be a comma list of e-mail addresses, and "ada" is none'],
    ['CORS_ORIGINS', '*', 'CORS_ORIGINS must be a comma list of origins such as https://photos.example.org, not "*"'],
    [
      'CORS_ORIGINS',
      'https://a.example/x',
      'CORS_ORIGINS must be a comma list of origins such as https://photos.example.org, not "https://a.example/x"',
    ],
    ['APPLE_JWKS_URL', 'ftp://a', 'APPLE_JWKS_URL must be an http or https URL, not "ftp://a"'],
    ['APPLE_REDIRECT_URI', 'x', 'APPLE_REDIRECT_URI must be an http or https URL, not "x"'],
    ['DEV_SIGN_IN_FROM_LAN', 'yes', 'DEV_SIGN_IN_FROM_LAN must be one of true, false, not "yes"'],
    [
      'TRUST_PROXY',
      '10.0.0.0/',
      'TRUST_PROXY must be true, false or a comma list of addresses and networks, not "10.0.0.0/"',
    ],
    ['TRUST_PROXY', 'maybe', 'TRUST_PROXY must be true, false or a comma list of addresses and networks, not "maybe"'],
    [
      'TRUST_PROXY',
      '10.0.0.0/33',
      'TRUST_PROXY must be true, false or a comma list of addresses and networks, not "10.0.0.0/33"',
    ],
    ['TLS_CERT', 'cert.pem', 'TLS_KEY must be set too: HTTPS needs both TLS_CERT and TLS_KEY'],
    ['BACKUP_EVERY', 'daily', 'BACKUP_EVERY must be a time such as 90s, 15m, 24h or 7d, at most a year, not "daily"'],
    ['BACKUP_EVERY', '0h', 'BACKUP_EVERY must be a time such as 90s, 15m, 24h or 7d, at most a year, not "0h"'],
    ['BACKUP_EVERY', '9999d', 'BACKUP_EVERY must be a time such as 90s, 15m, 24h or 7d, at most a year, not "9999d"'],
    ['BACKUP_ROOTS', '/media:usb', 'BACKUP_ROOTS must name whole paths such as /media:/mnt, not "usb"'],
    ['BACKUP_KEEP', '0', 'BACKUP_KEEP must be a whole number from 1 to 1000, not "0"'],
    [
      'HOME_NAME',
      'my photos',
      'HOME_NAME must be a name of letters, digits and hyphens such as photos, or off, not "my photos"',
    ],
    ['SECURITY_CONTACT', 'ada', 'SECURITY_CONTACT must be an e-mail address or an https URL, not "ada"'],
    [
      'SECURITY_CONTACT',
      'http://a.example/report',
      'SECURITY_CONTACT must be an e-mail address or an https URL, not "http://a.example/report"',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"'],
  ])('%s=%s', (name, value, line) => {
    expect(() => readSettings({ [name]: value })).toThrow(new StartError(line));
  });
});

test.each(['/data', '/data/backups', '/data/../data/backups/'])('BACKUP_DIR=%s in the data folder', (folder) => {
  expect(() => readSettings({ DATA_DIR: '/data', BACKUP_DIR: folder })).toThrow(
    new StartError('BACKUP_DIR must not lie in the data folder /data: what ends one would end both'),
  );
});

test.each([
  ['90s', 90_000],
  ['15m', 900_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
])('BACKUP_EVERY=%s', (text, everyMs) => {
  const { backups } = readSettings({ DATA_DIR: '/data', BACKUP_DIR: '/data-of-old', BACKUP_EVERY: text });
  expect(backups).toEqual({
    dir: '/data-of-old',
    everyMs,
    followMs: 60_000,
    keep: 7,
    roots: ['/media', '/mnt', '/srv'],
  });
});

test('what is not set has its default, and so has what is empty', () => {
  const defaults = {
    production: false,
    port: 8083,
    host: '127.0.0.1',
    adminEmails: [],
    corsOrigins: [],
    appleClientId: undefined,
    appleJwksUrl: 'https://appleid.apple.com/auth/keys',
    devSignInFromLan: false,
    trustProxy: false,
    tls: undefined,
    logLevel: 'warn',
  };
  expect(readSettings({})).toMatchObject(defaults);
  expect(readSettings({ PORT: '', HOST: ' ', ADMIN_EMAILS: '', TLS_CERT: '', TRUST_PROXY: '' })).toMatchObject(
    defaults,
  );
});

test('production listens on the network and writes no access log by default', () => {
  const production = { production: true, host: '0.0.0.0', logLevel: 'warn' };
  expect(readSettings({ NODE_ENV: 'production' })).toMatchObject(production);
  expect(readSettings({ NODE_ENV: 'production', HOST: '127.0.0.1' })).toMatchObject({ host: '127.0.0.1' });
});

test.each([
  [{}, undefined],
  [{ HTTPS: 'home' }, 'circuit-tree'],
  [{ HTTPS: 'home', HOME_NAME: 'Photos.local' }, 'photos'],
  [{ HTTPS: 'home', HOME_NAME: 'off' }, undefined],
  [{ HTTPS: 'home', HOST: '127.0.0.1' }, undefined],
  [{ HTTPS: 'home', HOST: 'localhost' }, undefined],
  [{ HTTPS: 'home', HOST: '192.168.1.20' }, 'circuit-tree'],
])('with %j the server answers for the name %s', (variables, homeName) => {
  expect(readSettings(variables)).toMatchObject({ homeName });
});

test('lists and files are read as they are meant', () => {
  const settings = readSettings({
    ADMIN_EMAILS: ' Ada@Example.org , bob@example.org,',
    CORS_ORIGINS: 'https://Photos.example.org/, http://localhost:5173',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, ::1',
    TLS_CERT: 'cert.pem',
    TLS_KEY: 'key.pem',
    PUBLIC_URL: 'https://photos.example.org/',
    MAX_UPLOAD_MB: '20',
  });
  expect(settings).toMatchObject({
    adminEmails: ['ada@example.org', 'bob@example.org'],
    corsOrigins: ['https://photos.example.org', 'http://localhost:5173'],
    trustProxy: '127.0.0.1, 10.0.0.0/8, ::1',
    tls: { certFile: 'cert.pem', keyFile: 'key.pem' },
    publicUrl: 'https://photos.example.org',
    maxUploadBytes: 20 * 1024 * 1024,
  });
});

const ports = ({ port, otherPort, httpPorts }: ReturnType<typeof readSettings>) => ({ port, otherPort, httpPorts });

describe('https', () => {
  test('at home it is production on every address, at the ports of http and https or the next ones', () => {
    const home = readSettings({ HTTPS: 'home' });
    expect(home).toMatchObject({ httpsAtHome: true, production: true, host: '0.0.0.0' });
    expect(ports(home)).toEqual({ port: 443, otherPort: 8443, httpPorts: [80, 8080] });
    expect(readSettings({ HTTPS: 'home', NODE_ENV: 'development' })).toMatchObject({
      production: false,
      host: '0.0.0.0',
    });
  });

  test('a port that is named has no other', () => {
    const named = readSettings({ HTTPS: 'home', PORT: '9443', HTTP_PORT: '9080' });
    expect(ports(named)).toEqual({ port: 9443, otherPort: undefined, httpPorts: [9080] });
    expect(ports(readSettings({ HTTPS: 'home', PORT: '0' }))).toEqual({
      port: 0,
      otherPort: undefined,
      httpPorts: [0],
    });
  });

  test('with files http leads there from port 80, without https there is no other port', () => {
    expect(ports(readSettings({ TLS_CERT: 'a', TLS_KEY: 'b', PORT: '8443' })).httpPorts).toEqual([80]);
    expect(ports(readSettings({ HTTP_PORT: '80' }))).toEqual({ port: 8083, otherPort: undefined, httpPorts: [] });
  });

  test.each([
    [{ HTTPS: 'yes' }, 'HTTPS must be one of home, not "yes"'],
    [{ HTTP_PORT: 'eighty' }, 'HTTP_PORT must be a whole number from 0 to 65535, not "eighty"'],
  ])('%j is told', (variables, line) => {
    expect(() => readSettings(variables)).toThrow(new StartError(line));
  });
});

test('the address of the MQTT broker is one, and a wrong one is not repeated: it may hold a password', () => {
  expect(readSettings({ MQTT_URL: 'mqtts://a:b@broker' }).mqttUrl).toBe('mqtts://a:b@broker');
  const line = 'MQTT_URL must be an address such as mqtt://user:password@host:1883 or mqtts://host';
  for (const wrong of ['http://a:b@broker', 'broker', 'mqtt://', 'mqtt:///x'])
    expect(() => readSettings({ MQTT_URL: wrong }), wrong).toThrow(new StartError(line));
});
