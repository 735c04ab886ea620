import { createService } from '../server/src/app/context.ts';
import { createApi } from '../server/src/app/http.ts';
import { readConfig } from '../server/src/platform/config/index.ts';

/** Settings of a service that never runs: it opens no port and asks no store, so only what is required is there. */
const settings = {
  DATABASE_URL: 'postgres://127.0.0.1/not-asked',
  DATA_KEY: 'seals nothing; only there because it is required',
  PUBLIC_BASE_URL: 'http://localhost:8080',
  LOG_LEVEL: 'silent',
};

/** The interface description as the routes themselves make it, as text for a file. */
export async function describeAgentInterface(): Promise<string> {
  const service = createService('makewhole-generate', readConfig(settings, 'api'));
  const { app } = await createApi(service);
  try {
    const answer = await app.inject({ method: 'GET', url: '/developers/agent/openapi.json' });
    return `${JSON.stringify(answer.json(), null, 2)}\n`;
  } finally {
    await app.close();
    await service.close();
  }
}
