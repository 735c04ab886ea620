import type { FastifyInstance } from 'fastify';
import { agentSandboxCode, agentSandboxPath } from '#lib/api/agent-sandbox';

/**
 * An agent sandbox key, registered like any agent's. Keys are stored as fingerprints only, so each process registers
 * its own when the page is first opened; earlier ones keep working.
 */
export function createSandboxKey(app: FastifyInstance): () => Promise<string | undefined> {
  let key: Promise<string | undefined> | undefined;
  return () => {
    key ??= register(app);
    return key.then((registered) => {
      // Tried again at the next visit, because the database may have been down.
      if (registered === undefined) key = undefined;
      return registered;
    });
  };
}

async function register(app: FastifyInstance): Promise<string | undefined> {
  const base = `${agentSandboxPath}/api/agent/v1`;
  const agreement = await app.inject({ method: 'GET', url: `${base}/agreement` });
  if (agreement.statusCode !== 200) return undefined;
  const registration = await app.inject({
    method: 'POST',
    url: `${base}/register`,
    payload: {
      agent: { name: 'My First Agent', platform: 'my-first-agent' },
      operator: { name: 'Developer', email: `developer-${crypto.randomUUID()}@example.com` },
      agreement: { accepted: true, version: agreement.json<{ version: string }>().version },
    },
  });
  if (registration.statusCode !== 202) return undefined;
  const { registration_id } = registration.json<{ registration_id: string }>();
  const verified = await app.inject({
    method: 'POST',
    url: `${base}/register/verify`,
    payload: { registration_id, code: agentSandboxCode },
  });
  return verified.statusCode === 201 ? verified.json<{ api_key: string }>().api_key : undefined;
}
