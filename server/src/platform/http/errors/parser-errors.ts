import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId } from '#lib/tokens/ids';
import { AppError } from '#platform/errors';
import { agentErrors } from './agent-errors.ts';
import type { ErrorRenderer } from './render.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The error formats of the interfaces, by where their addresses begin. */
    interfaceErrors: Map<string, ErrorRenderer>;
  }
}

type Pending = { readonly target: string; readonly id: string; readonly response: ServerResponse };

/** The framework's type says that the packet is an object of JSON; it is what Node has, a buffer. */
type ParserError = { readonly code?: string | undefined; readonly rawPacket?: unknown };

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/**
 * HTTP that Node's parser refuses never becomes a request, so no surface answers it. This does, in the form of the
 * surface that it was meant for, as far as its address can be read.
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
    // A client that is gone gets no answer, and half an answer is not followed by another.
    if (error.code === 'ECONNRESET' || !socket.writable || begun?.response.headersSent === true)
      return void socket.destroy();
    const id = begun?.id ?? newId('req', new Date());
    const originalUrl = begun?.target ?? readTarget(error.rawPacket) ?? '';
    const [status, message] = refusals[error.code ?? ''] ?? [400, 'This is not valid HTTP/1.1.'];
    const format = [...formats].find(([prefix]) => originalUrl.startsWith(`${prefix}/`))?.[1] ?? agentErrors;
    // Formats of interfaces need the id and the address of a request, and nothing else.
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

/** The address in a request line; what came in another packet, or is too long to be one of ours, is not known. */
function readTarget(packet: unknown): string | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  return /^[A-Z]{1,20} (\/[!-~]{0,2000}) HTTP\//.exec(packet.subarray(0, 2100).toString('latin1'))?.[1];
}
