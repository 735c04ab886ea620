import { createService } from '../../server/src/app/composition.ts';
import { createApi } from '../../server/src/app/api.ts';
import { neutralBase } from '../../server/src/app/openapi/recorded-examples.ts';
import { readConfig } from '../../server/src/platform/config/index.ts';

/**
 * Settings for a service that never runs: it opens no port and connects to no database, so only the required ones are
 * set.
 */
const settings = {
  DATABASE_URL: 'postgres://127.0.0.1/not-asked',
  DATA_KEY: 'seals nothing; only there because it is required',
  PUBLIC_BASE_URL: neutralBase,
  LOG_LEVEL: 'silent',
};

type Interfaces = Readonly<Record<'agent' | 'agentSandbox' | 'partner' | 'staff' | 'portal' | 'agentConsole', string>>;

/** The API descriptions that the routes generate, as file contents. */
export async function describeInterfaces(): Promise<Interfaces> {
  const service = createService('makewhole-generate', readConfig(settings, 'api'));
  const { app, staffDocument, portalDocument, agentConsoleDocument } = await createApi(service);
  const describe = async (name: string) => {
    const answer = await app.inject({ method: 'GET', url: `/developers/${name}/openapi.json` });
    return toText(answer.json());
  };
  try {
    return {
      agent: await describe('agent'),
      agentSandbox: await describe('agent-sandbox'),
      partner: await describe('gap'),
      staff: toText(staffDocument()),
      portal: toText(portalDocument()),
      agentConsole: toText(agentConsoleDocument()),
    };
  } finally {
    await app.close();
    await service.close();
  }
}

const toText = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
