import type { FastifyReply } from 'fastify';

/** Aborts with the connection: a file is read only while its client waits. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  if (reply.raw.closed) disconnected.abort();
  else reply.raw.once('close', () => disconnected.abort());
  return disconnected.signal;
}
