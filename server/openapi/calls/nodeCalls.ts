import { type CallGroup, jsonOf, NOTHING } from '../callDescription.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { NODE_SCHEMAS } from '../schemas/nodeSchemas.ts';

const path = { id: EXAMPLES.nodeId };
const errors = { 404: 'There is no such node' };

export const NODE_CALLS: CallGroup = {
  name: 'Nodes',
  about: 'One node and its history. The statuses of all nodes come over the socket.',
  calls: {
    'GET /nodes/:id': { summary: 'One node', path, success: jsonOf('The node', NODE_SCHEMAS.node), errors },
    'GET /nodes/:id/history': {
      summary: 'What a node did in a day, a month or a year',
      details: 'Lists with one entry for each step, oldest first, the last of which ends at `until`.',
      path,
      query: { span: 'day' },
      success: jsonOf('The history', NODE_SCHEMAS.history),
      errors,
    },
    'PATCH /nodes/:id': {
      summary: 'Write notes about a node',
      path,
      body: { notes: 'Behind the mirror' },
      success: jsonOf('The node as it is now', NODE_SCHEMAS.node),
      errors,
    },
    'DELETE /nodes/:id': {
      summary: 'Forget a node',
      details: 'With its history and notes. It appears anew when it reports again.',
      path,
      success: NOTHING,
      errors,
    },
  },
};
