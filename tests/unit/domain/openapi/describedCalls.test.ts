import { expect, it } from 'vitest';
import { callsByGroup } from '#domain/openapi/describedCalls.ts';

const DOCUMENT = {
  tags: [{ name: 'Albums', description: 'Trees' }, { name: 'Empty' }],
  paths: {
    '/albums/{id}': {
      patch: {
        tags: ['Albums'],
        summary: 'Change an album',
        description: 'Absent fields stay.\n\nNeeds: the permission photos:write (or admin).',
        security: [{ person: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, example: 'a1' },
          { name: 'deep', in: 'query', example: true },
          { name: 'If-Match', in: 'header', description: 'A version' },
        ],
        requestBody: { content: { 'application/json': { example: { name: 'Sea' } } } },
        responses: {
          200: { description: 'The album', content: { 'application/json': { example: { id: 'a1' } } } },
          404: { description: 'None' },
        },
      },
      post: {
        tags: ['Albums'],
        description: 'Needs: nothing.',
        security: [],
        requestBody: { content: { 'multipart/form-data': { schema: { properties: { photos: {} } } } } },
      },
    },
  },
};

it('reads the calls of each group, with what each needs, takes and gives', () => {
  const [albums, empty] = callsByGroup(DOCUMENT);
  expect(empty).toEqual({ name: 'Empty', about: '', calls: [] });
  expect(albums?.about).toBe('Trees');
  expect(albums?.calls[0]).toEqual({
    method: 'PATCH',
    path: '/albums/{id}',
    summary: 'Change an album',
    details: 'Absent fields stay.',
    needs: 'the permission photos:write (or admin)',
    credentials: ['person'],
    parameters: [
      { name: 'id', place: 'path', isRequired: true, about: '', example: 'a1' },
      { name: 'deep', place: 'query', isRequired: false, about: '', example: 'true' },
      { name: 'If-Match', place: 'header', isRequired: false, about: 'A version', example: undefined },
    ],
    body: { kind: 'json', text: '{\n  "name": "Sea"\n}' },
    responses: [
      { status: '200', about: 'The album', example: '{\n  "id": "a1"\n}' },
      { status: '404', about: 'None', example: undefined },
    ],
  });
  expect(albums?.calls[1]).toMatchObject({
    body: { kind: 'form', field: 'photos' },
    needs: 'nothing',
    credentials: [],
  });
});

it('takes anything that is no such document for one without calls', () => {
  for (const other of [undefined, null, 'x', [], {}, { paths: 7, tags: {} }]) expect(callsByGroup(other)).toEqual([]);
});
