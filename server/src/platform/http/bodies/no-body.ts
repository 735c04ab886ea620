import type { FastifyRequest } from 'fastify';

/** Before validation, where every member is optional: then so is the body that would hold them. */
export const noBodyIsEmpty = async (request: FastifyRequest): Promise<void> => {
  request.body ??= {};
};
