import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId } from '#lib/tokens/ids';
import { AppError } from '#platform/errors';
import { agentErrors } from './agent-errors.ts';
import type { ErrorRenderer } from './render.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The interfaces' error formats, by path prefix. */
    interfaceErrors: Map<string, ErrorRenderer>;
  }
}

type Pending = { readonly target: string; readonly id: string; readonly response: ServerResponse };

/** The framework's type declares the packet as a JSON object; Node passes a buffer. */
type ParserError = { readonly code?: string | undefined; readonly rawPacket?: unknown };

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/**
 * A request that Node's HTTP parser refuses never reaches a surface. This responds in the format of the surface that it
 * was meant for, as far as its address can be read.
 */
export function answerParserErrors(headers: Readonly<Record<string, string>>) {
  const pending = new WeakMap<Duplex, Pending>();
  let formats: FastifyInstance['interfaceErrors'] = new Map();
  const watch = (app: FastifyInstance): void => {
    formats = new Map();
    app.decorate('interfaceErrors', formats);
    app.addHook('onRequest', async ({ raw, id, originalUrl }, reply) => {
      pending.set(raw.socket, { target: originalUrl, id, response: reply.raw });
      reply.raw.once('close', () => pending.delete(raw.socket));
    });
  };
  const answer = (error: ParserError, socket: Duplex): void => {
    const begun = pending.get(socket);
    // A disconnected client gets no response, and a partial response is not followed by another.
    if (error.code === 'ECONNRESET' || !socket.writable || begun?.response.headersSent === true)
      return void socket.destroy();
    const id = begun?.id ?? newId('req', new Date());
    const originalUrl = begun?.target ?? readTarget(error.rawPacket) ?? '';
    const [status, message] = refusals[error.code ?? ''] ?? [400, 'This is not valid HTTP/1.1.'];
    const format = [...formats].find(([prefix]) => originalUrl.startsWith(`${prefix}/`))?.[1] ?? agentErrors;
    // Interface formats use only the id and the address of a request.
    const request = { id, originalUrl } as FastifyRequest;
    const rendered = format.render(new AppError('malformed_body', message, { status }), request);
    const body = Buffer.from(rendered.body);
    const lines = Object.entries({
      ...headers,
      ...rendered.headers,
      'x-request-id': id,
      'cache-control': 'no-store',
      'content-length': String(body.length),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${rendered.status} ${STATUS_CODES[rendered.status] ?? ''}\r\n${lines.join('')}\r\n`);
    socket.end(body);
  };
  return { watch, answer };
}

/** The address in a request line; undefined if it came in another packet or is too long to be one of ours. */
function readTarget(packet: unknown): string | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  return /^[A-Z]{1,20} (\/[!-~]{0,2000}) HTTP\//.exec(packet.subarray(0, 2100).toString('latin1'))?.[1];
}
