import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId } from '#lib/tokens/ids';
import { unavailable } from '#platform/errors';
import type { ErrorRenderer } from '../errors/render.ts';

type RefusalOptions = {
  readonly team: FastifyInstance['team'];
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
};

/** By then most of the requests that wait now have been answered. */
const retryAfterS = 5;

/**
 * A client that retries immediately then does so once or twice a second per connection, which costs almost nothing; the
 * random part spreads the retries.
 */
const tellAfterMs = (): number => 500 + Math.random() * 500;

/** The rest of a larger body is not read, because it would only be dropped. */
const droppedBytes = 1_048_576;

const busy = unavailable('More requests came than can be answered right now; please try again in a moment.', {
  retryAfterS,
});

/** Tells a client that nothing was done, in the format of the surface that it called. */
export function sendRefusal(
  { team, headers }: RefusalOptions,
  errors: ErrorRenderer,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): void {
  setTimeout(() => {
    if (response.destroyed) return;
    const id = newId('req', new Date());
    const rendered = errors.render(busy, asRendered(request, id, team));
    const isLong = request.headers['transfer-encoding'] !== undefined || lengthOf(request) > droppedBytes;
    response.writeHead(rendered.status, {
      ...headers,
      ...rendered.headers,
      'x-request-id': id,
      'cache-control': 'no-store',
      'retry-after': String(retryAfterS),
      'content-length': String(Buffer.byteLength(rendered.body)),
      ...(isLong && !request.complete ? { connection: 'close' } : {}),
    });
    response.end(rendered.body);
  }, tellAfterMs());
}

export const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** The parts of a request that error renderers need, for one that never became a request: id, address, language. */
function asRendered(request: IncomingMessage, id: string, team: FastifyInstance['team']): FastifyRequest {
  const { headers, url: originalUrl = '' } = request;
  const query = Object.fromEntries(new URLSearchParams(originalUrl.split('?')[1] ?? ''));
  return { id, originalUrl, headers, query, server: { team } } as unknown as FastifyRequest;
}
