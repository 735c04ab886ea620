import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitName } from '#actor';
import type { Ctx } from '#context';
import { agentSandboxPath } from '#lib/api/agent-sandbox';
import { addressBucket } from '#lib/network/address';
import { actAsAgent, authenticateAgent } from '#modules/credentials';
import { registeredMultiplier } from '#modules/agents';
import { AppError, unauthorized } from '#platform/errors';
import { abortOnDisconnect, createSurface, limitHeaders } from '#platform/http';
import type { DocsLibrary } from '#app/docs/library';
import { actForEveryAccount } from '#app/guards/every-account';
import { actInSandbox, countSandboxAddress } from '#app/guards/in-agent-sandbox';
import type { Call } from './call.ts';
import { mcpErrors } from '#app/guards/mcp-errors';

/** A report of three megabytes in base64, plus the message around it. */
const bodyLimit = 4_194_304;

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of this request before its key was read. */
    stranger: Ctx | undefined;
  }
}

/** The MCP server over streamable HTTP, live and in the sandbox: each POST is independent, and no state is kept between two. */
export async function createMcpSurface(app: FastifyInstance, ctx: Ctx, docs: DocsLibrary): Promise<void> {
  app.decorateRequest('stranger');
  for (const livemode of [true, false]) await mountMode(app, ctx, { docs, livemode });
}

type Mode = Pick<Call, 'docs' | 'livemode'>;

async function mountMode(app: FastifyInstance, ctx: Ctx, { docs, livemode }: Mode): Promise<void> {
  await createSurface(app, {
    prefix: livemode ? '/mcp' : `${agentSandboxPath}/mcp`,
    errors: mcpErrors,
    bodyLimit,
    metrics: ctx.metrics,
    mount: async (surface) => {
      (livemode ? actForEveryAccount : actInSandbox)(surface);
      surface.post(
        '',
        { config: { operation: 'mcp.message', audience: 'agent or anonymous' }, onRequest: admitClient },
        async (request, reply) => {
          const call = { ctx: request.ctx, stranger: request.stranger ?? request.ctx, livemode, docs };
          const signal = abortOnDisconnect(reply);
          // The packages are loaded by the first call: most processes of tests and tools never have one.
          const { serveMcp } = await import('./serve-mcp.ts');
          const served: Call = { ...call, address: request.clientAddress, signal };
          return send(reply, await serveMcp(served, { request: toWebRequest(request, signal), body: request.body }));
        },
      );
    },
  });
}

/** In the order of a submission (D-010): the origin, the limit, and only then a bad key. */
async function admitClient(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { ctx, clientAddress, headers } = request;
  refuseForeignPages(ctx, headers.origin);
  const { authorization } = headers;
  const agent = authorization === undefined ? undefined : await authenticateAgent(ctx, authorization, clientAddress);
  const points = ctx.config.mcpAnonPerMin * (agent === undefined ? 1 : registeredMultiplier);
  const counted = await ctx.limits.consume(
    { name: limitName('mcp', ctx.actor), points, windowS: 60, told: true, whenStoreIsGone: 'let through' },
    agent?.principalId ?? addressBucket(clientAddress),
  );
  reply.headers(limitHeaders(counted));
  if (authorization !== undefined && agent === undefined) throw unauthorized();
  request.stranger = ctx;
  if (agent === undefined) return;
  await countSandboxAddress(ctx, agent);
  request.ctx = actAsAgent(ctx, agent);
}

/** Browsers send the origin of a page; other sites' pages are refused (DNS rebinding). */
function refuseForeignPages({ config }: Ctx, origin: string | undefined): void {
  if (origin !== undefined && origin !== new URL(config.publicBaseUrl).origin)
    throw new AppError('forbidden', 'Pages from other origins may not call this.', { status: 403 });
}

function toWebRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    // The key has been read by now, and no tool needs it.
    if (typeof value === 'string' && name !== 'authorization') headers.set(name, value);
  return new Request(`${request.ctx.config.publicBaseUrl}${request.url}`, { method: 'POST', headers, signal });
}

function send(reply: FastifyReply, response: Response): FastifyReply {
  const type = response.headers.get('content-type')?.split(';', 1)[0];
  if (type !== undefined) reply.header('content-type', `${type}; charset=utf-8`);
  reply.code(response.status).header('cache-control', 'no-store');
  return response.body === null ? reply.send() : reply.send(Readable.fromWeb(response.body as ReadableStream));
}
