import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { orNull } from '#contract/schemas.ts';
import { Album } from '#contract/photos/schemas.ts';
import { plainSchema, responseTexts } from '#server/core/http/schemaCompilers.ts';

function written(schema: object, value: unknown, httpStatus = '200'): unknown {
  return JSON.parse(responseTexts({ schema, httpStatus, method: 'GET', url: '/' })(value));
}

test('a field that the schema does not name stays on the server', () => {
  const schema = Type.Object({ id: Type.String(), by: Type.Object({ name: Type.String() }) });
  const value = { id: 'a', secret: 1, by: { name: 'Ada', secret: 2 } };
  expect(written(schema, value)).toEqual({ id: 'a', by: { name: 'Ada' } });
  expect(written(Type.Array(schema), [value])).toEqual([{ id: 'a', by: { name: 'Ada' } }]);
});

test('a value that was stored before there was a limit is sent as it is', () => {
  const limited = Type.Object({
    path: Type.String({ maxLength: 2, pattern: '^/' }),
    size: Type.Integer({ maximum: 1 }),
  });
  const value = { path: 'long', size: 2.5 };
  expect(written(Type.Object({ one: orNull(limited) }), { one: value })).toEqual({ one: value });
  expect(written(Type.Object({ one: orNull(limited) }), { one: null })).toEqual({ one: null });
});

test('of several shapes the one that fits is written', () => {
  const schema = Type.Union([
    Type.Object({ kind: Type.Literal('photo'), name: Type.String() }),
    Type.Object({ kind: Type.Literal('album'), photos: Type.Integer() }),
  ]);
  expect(written(schema, { kind: 'album', photos: 3, name: 'x' })).toEqual({ kind: 'album', photos: 3 });
  expect(written(schema, { kind: 'photo', photos: 3, name: 'x' })).toEqual({ kind: 'photo', name: 'x' });
});

test('a shape that contains itself is written to its end', () => {
  const leaf = { id: '2', name: 'Lake', slug: 'lake', childAlbums: [], parentSlug: 'summer' };
  const album = { id: '1', name: 'Summer', slug: 'summer', childAlbums: [leaf] };
  expect(written(Album, { ...album, internal: true })).toEqual(album);
});

test('an error is sent as it was put together', () => {
  expect(written(Type.Object({ id: Type.String() }), { message: 'No' }, '404')).toEqual({ message: 'No' });
});

test('named schemas stand once, and a choice of texts is a list', () => {
  const named = {};
  const Fit = Type.Union([Type.Literal('contain'), Type.Literal('cover')]);
  const Photo = Type.Object({ fit: Fit }, { $id: 'Photo', examples: [{ fit: 'cover' }] });
  const plain = plainSchema(Type.Union([Type.Array(Photo), Type.Undefined(), Photo]), named);
  expect(plain).toEqual({
    anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/Photo' } }, { $ref: '#/components/schemas/Photo' }],
  });
  expect(named).toEqual({
    Photo: { type: 'object', required: ['fit'], properties: { fit: { type: 'string', enum: ['contain', 'cover'] } } },
  });
});
