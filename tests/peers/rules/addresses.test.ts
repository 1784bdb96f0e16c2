import { expect, test } from 'vitest';
import { Slot } from '#server/core/slot.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { VariableReader } from '#server/core/settings/variableReader.ts';
import { BUCKET, POSTGRES } from '#server/peers/places.ts';

test.each([
  ['postgres://user:secret@host:5432/name', 'S3_URL'],
  ['mysql://user:secret@host/name', 'DATABASE_URL'],
  ['postgres:/nowhere', 'DATABASE_URL'],
  ['s3://UPPER/prefix', 'S3_URL'],
  ['s3://key:secret@bucket/prefix', 'S3_URL'],
  ['s3://bucket/prefix?endpoint=ftp://store', 'S3_URL'],
  ['s3://bucket/prefix?acl=public', 'S3_URL'],
])('%s is refused as %s, without its password in the sentence', (address, name) => {
  const form = name === 'S3_URL' ? BUCKET.form : POSTGRES.form;
  expect(() => readSettings({ [name]: address })).toThrow(`${name} must be an address such as ${form}`);
});

test('addresses of each kind are taken as they are', () => {
  const DATABASE_URL = 'postgresql://user:secret@host:5432/name?sslmode=require';
  const S3_URL = 's3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1';
  expect(readSettings({ DATABASE_URL, S3_URL })).toMatchObject({ databaseUrl: DATABASE_URL, photosUrl: S3_URL });
});

test('a server that knows no such addresses says so, and starts without one', () => {
  const none = new Slot<typeof POSTGRES>();
  expect(() => new VariableReader({ DATABASE_URL: 'postgres://host/name' }).address('DATABASE_URL', none)).toThrow(
    'DATABASE_URL: this server knows no such addresses: leave it out',
  );
  expect(new VariableReader({ DATABASE_URL: '' }).address('DATABASE_URL', none)).toBeUndefined();
});
