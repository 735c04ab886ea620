import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';

type Readiness = {
  /** Names of what is not ready; empty when the process can serve. */
  check(): Promise<readonly string[]>;
  /** What a process that can serve refuses nevertheless, and why. */
  listRefused(): readonly string[];
};

const closed = { additionalProperties: false } as const;
const alive = { response: { 200: Type.Object({ ok: Type.Boolean() }, closed) } };
const answer = Type.Object(
  { ok: Type.Boolean(), missing: Type.Array(Type.String()), refused: Type.Optional(Type.Array(Type.String())) },
  closed,
);
const ready = { response: { 200: answer, 503: answer } };

/** What /readyz says, wherever it is asked. */
export async function describeReadiness({ check, listRefused }: Readiness) {
  const missing = await check();
  const refused = listRefused();
  const isReady = missing.length === 0;
  const body = { ok: isReady, missing, ...(refused.length === 0 ? {} : { refused }) };
  return { status: isReady ? 200 : 503, body } as const;
}

/** /livez: the process runs. /readyz: it can serve, and is not stopping. /healthz: the contract's name for /livez. */
export function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  const open = { audience: 'anyone', operation: 'http.health' } as const;
  app.get('/livez', { config: open, schema: alive, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/healthz', { config: open, schema: alive, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/readyz', { config: open, schema: ready, logLevel: 'silent' }, async (_request, reply) => {
    const { status, body } = await describeReadiness(readiness);
    return reply.code(status).send(body);
  });
}
