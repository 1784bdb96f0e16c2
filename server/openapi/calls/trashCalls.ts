import { Type } from '@fastify/type-provider-typebox';
import { type CallGroup, jsonOf, listOf } from '../callDescription.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { PHOTO_SCHEMAS } from '../schemas/photoSchemas.ts';

const GONE = 'This is no longer in the trash';
const ids = { ids: [EXAMPLES.trashId] };

export const TRASH_CALLS: CallGroup = {
  name: 'Trash',
  about: 'What was deleted stays there for a while.',
  calls: {
    'GET /photos/trash': {
      summary: 'What is in the trash',
      details: 'In pages, newest first. `after` is the time and the id of the last entry, as `<trashedAt>_<id>`.',
      success: listOf('The entries; an empty list is the end', PHOTO_SCHEMAS.trashEntry),
    },
    'POST /photos/trash/restore': {
      summary: 'Restore from the trash',
      body: ids,
      details:
        'Entries that were restored before count too, so that the call can be repeated when its response is lost.',
      success: jsonOf('How many entries are back', {
        name: 'Restored',
        schema: Type.Object({ restored: Type.Integer() }),
        example: { restored: 1 },
      }),
      errors: { 404: GONE },
    },
    'DELETE /photos/trash': {
      summary: 'Delete for good',
      details: 'Without a body: all of the trash.',
      body: ids,
      success: jsonOf('How many entries were deleted', {
        name: 'Removed',
        schema: Type.Object({ removed: Type.Integer() }),
        example: { removed: 1 },
      }),
      errors: { 404: GONE },
    },
    'GET /photos/trash/:id/thumbnail': {
      summary: 'The small image of something in the trash',
      path: { id: EXAMPLES.trashId },
      success: { status: 200, is: 'A JPEG', mediaType: 'image/jpeg' },
      errors: { 404: GONE },
    },
  },
};
