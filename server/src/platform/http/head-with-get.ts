import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { Readable } from 'node:stream';

/** Every route for GET takes HEAD too. The framework would register a second route for it, which was a third of all. */
export function takeHeadWithGet(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || route.exposeHeadRoute === false) return;
    route.method = ['GET', 'HEAD'];
    const before = [route.onSend ?? []].flat() as onSendHookHandler[];
    route.onSend = [...before, leaveOutBody];
  });
}

/** Instead of the body, its length; after whatever else changes the body. */
async function leaveOutBody({ method, log }: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (method !== 'HEAD' || body === null) return body;
  if (body instanceof Readable) {
    body.on('error', (error) => log.error({ err: error }, 'http.failed'));
    body.resume();
  } else reply.header('content-length', String(body === undefined ? 0 : Buffer.byteLength(body as string | Buffer)));
  return null;
}
