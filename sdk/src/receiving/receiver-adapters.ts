// Adapts the requests of frameworks to one receiver, by their shapes: no framework is imported.
import { joinBytes } from '../bytes.ts';
import { BodyTooLarge } from './body-too-large.ts';
import type { WebhookHeaders } from './webhook-headers.ts';

export type Incoming = {
  readonly method: string;
  readonly headers: WebhookHeaders;
  /** Byte for byte; read only when needed. */
  readonly body: () => Promise<string | Uint8Array>;
};

/** Returns the response status. */
export type ReceiveRequest = (request: Incoming) => Promise<number>;

/** Far more than the size of any event. */
const bodyBytesMax = 1_048_576;

type NodeRequest = AsyncIterable<Uint8Array | string> & {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Set by Express if a parser ran earlier. */
  readonly body?: unknown;
};
type NodeResponse = {
  setHeader(name: string, value: string): unknown;
  writeHead(status: number): { end(): unknown };
};

/** For node:http, node:https and Express, with or without `express.raw()`. */
export const toExpress =
  (receive: ReceiveRequest) =>
  async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { method = '', headers } = request;
    const status = await receive({ method, headers, body: () => rawBody(request, request.body) });
    // The rest of a body that is too large is not read.
    if (status === 413) response.setHeader('connection', 'close');
    response.writeHead(status).end();
  };

/** For runtimes with Request and Response. */
export const toFetch =
  (receive: ReceiveRequest) =>
  async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    const body = () => readStream(chunksOf(request.body));
    return new Response(null, { status: await receive({ method, headers, body }) });
  };

export const toHono = (receive: ReceiveRequest) => {
  const answer = toFetch(receive);
  return (context: { readonly req: { readonly raw: Request } }): Promise<Response> => answer(context.req.raw);
};

type FastifyReply = { code(status: number): { send(): unknown } };
type FastifyRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
};
type FastifyInstance = {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: never, body: never, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
};

/** A plugin: `fastify.register(receiver.fastify, { prefix: '/hooks' })`. Its parsers apply only within it. */
export const toFastify =
  (receive: ReceiveRequest) =>
  async (instance: FastifyInstance): Promise<void> => {
    instance.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: bodyBytesMax } as const;
    instance.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
    instance.post('/', async ({ method, headers, body }, reply) => {
      const status = await receive({ method, headers, body: async () => (body ?? '') as Uint8Array });
      return reply.code(status).send();
    });
  };

function rawBody(request: AsyncIterable<Uint8Array | string>, parsed: unknown): Promise<string | Uint8Array> {
  if (parsed === undefined) return readStream(request);
  if (typeof parsed === 'string' || parsed instanceof Uint8Array) return Promise.resolve(parsed);
  const advice = "mount the receiver before express.json(), or put express.raw({ type: '*/*' }) before it";
  return Promise.reject(new TypeError(`The body was parsed before the receiver saw its bytes: ${advice}.`));
}

/** Uses the reader, because not every runtime can iterate over a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void> {
  if (stream === null) return;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

async function readStream(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: (Uint8Array | string)[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > bodyBytesMax) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}
