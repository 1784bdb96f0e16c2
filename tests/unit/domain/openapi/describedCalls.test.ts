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
    description: 'Absent fields stay.\n\nNeeds: the permission photos:write (or admin).',
    parts: [
      {
        title: 'Parameters',
        text: 'id (path): such as a1\ndeep (query, optional): such as true\nIf-Match (header, optional): A version',
      },
      { title: 'Body', text: '{\n  "name": "Sea"\n}' },
      { title: 'Response 200', text: '{\n  "id": "a1"\n}' },
      { title: 'Responses', text: '200: The album\n404: None' },
    ],
  });
  expect(albums?.calls[1]).toMatchObject({
    description: 'Needs: nothing.',
    parts: [{ title: 'Body', text: 'A form with files' }],
  });
});

it('takes anything that is no such document for one without calls', () => {
  for (const other of [undefined, null, 'x', [], {}, { paths: 7, tags: {} }]) expect(callsByGroup(other)).toEqual([]);
});
