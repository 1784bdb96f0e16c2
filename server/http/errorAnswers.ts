import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { UserError } from '../errors.ts';
import type { TypedApp } from './typedApp.ts';

const NOT_FOUND = 'There is nothing at this address';
const UNKNOWN = 'Something went wrong on the server: please try again';

/** Every refusal is JSON with a sentence for a person; nothing of the server's insides leaves it. */
export function registerErrorAnswers(app: TypedApp): void {
  app.setNotFoundHandler(async (_request, reply) =>
    reply.status(404).header('Cache-Control', 'no-store').send({ message: NOT_FOUND }),
  );
  app.setErrorHandler(answerError);
}

export async function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.header('Cache-Control', 'no-store');
  if (error instanceof UserError) return reply.status(error.status).send(error.answer());
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.status(status).send({ message: error.message });
  request.log.error({ err: error }, 'A request failed for a reason of ours');
  return reply.status(500).send({ message: UNKNOWN });
}
