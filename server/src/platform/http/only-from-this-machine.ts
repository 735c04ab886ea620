import type { FastifyRequest } from 'fastify';
import { normalizeAddress } from '#lib/network/address';
import { notFound } from '#platform/errors';

/** For what developers see outside production: a forgotten NODE_ENV must not expose it to the network. */
export async function onlyFromThisMachine(request: FastifyRequest): Promise<void> {
  const peer = normalizeAddress(request.raw.socket.remoteAddress ?? '') ?? '';
  const here = peer === '::1' || peer.startsWith('127.');
  if (!here || request.headers['x-forwarded-for'] !== undefined) throw notFound();
}
