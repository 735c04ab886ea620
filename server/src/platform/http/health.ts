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

/** /livez: the process runs. /readyz: it can serve, and is not stopping. /healthz: the contract's name for /livez. */
export function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  const open = { audience: 'anyone', operation: 'http.health' } as const;
  app.get('/livez', { config: open, schema: alive, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/healthz', { config: open, schema: alive, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/readyz', { config: open, schema: ready, logLevel: 'silent' }, async (_request, reply) => {
    const missing = await readiness.check();
    const refused = readiness.listRefused();
    const isReady = missing.length === 0;
    return reply.code(isReady ? 200 : 503).send({ ok: isReady, missing, ...(refused.length === 0 ? {} : { refused }) });
  });
}
