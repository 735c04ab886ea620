import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, describe, expect, it } from 'vitest';
import { givenAgent } from '../../server/src/modules/agents/testing.ts';
import { givenPartner, givenSignedCredential } from '../../server/src/modules/partners/testing.ts';
import { useHarness } from '../../server/test/harness.ts';
import * as library from '../src/index.ts';

const harness = useHarness();
const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const samples = [...readme.matchAll(/^## (.+)|^```ts\n([\s\S]*?)^```/gm)].reduce<{ title: string; code: string }[]>(
  (found, [, heading, code]) =>
    heading === undefined
      ? [...found, { title: found.at(-1)?.title ?? '', code: code ?? '' }]
      : [...found, { title: heading, code: '' }],
  [],
);
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Replaces a sample's imports, the service's address and the key file, and keeps the rest. */
function surroundings(pem: string) {
  const { baseUrl } = harness.current;
  const now = () => harness.current.clock.now();
  const onward = (url: string, init: RequestInit) => fetch(url.replace('http://makewhole.test', baseUrl), init);
  const { agent, partner } = library.Makewhole;
  const here = { baseUrl: 'http://makewhole.test', fetch: onward };
  const printed: unknown[][] = [];
  return {
    printed,
    names: {
      ...library,
      Makewhole: {
        agent: (options: Parameters<typeof agent>[0]) => agent({ ...options, ...here }),
        partner: (options: Parameters<typeof partner>[0]) => partner({ ...options, ...here, now }),
      },
      console: { log: (...words: unknown[]) => void printed.push(words) },
      readFileSync: () => pem,
      createServer: (listener: Parameters<typeof createServer>[1]) => {
        const server = createServer(listener ?? (() => {}));
        servers.push(server);
        return { listen: () => server.listen(0, '127.0.0.1') };
      },
    },
  };
}

async function run(code: string): Promise<unknown[][]> {
  const [{ key: agentKey }, { key }, { id, privateKey }] = [
    await givenAgent(harness.current),
    await givenPartner(harness.current),
    await givenSignedCredential(harness.current),
  ];
  const { printed, names } = surroundings(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const filled = code
    .replaceAll('svc_agent_…', agentKey)
    .replaceAll('gap_test_…', key)
    .replaceAll('crd_…', id)
    .replaceAll('whsec_…', secret);
  const script = stripTypeScriptTypes(filled.replaceAll(/^import .*$/gm, ''));
  const AsyncFunction = (async () => {}).constructor as new (
    ...given: string[]
  ) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(names), script)(...Object.values(names));
  return printed;
}

describe('the samples of the README, against the real service', () => {
  /** The expected output of each, in the order of the page. */
  const prints: readonly unknown[] = [
    [],
    [[expect.stringMatching(/^ref_/), 'activated']],
    [['Synthetic Credit Union']],
    [[1, 0]],
    [[404, expect.stringMatching(/^req_/), 'http://makewhole.test/developers/errors/not_found']],
    [],
    [['evt_1']],
    [],
  ];
  const codes = samples.filter(({ code }) => code !== '');

  it('are all tried', () => {
    expect(codes).toHaveLength(prints.length);
  });

  it.each(codes.map(({ title, code }, index) => ({ title, code, expected: prints[index] })))(
    '$title',
    async ({ code, expected }) => {
      expect(await run(code)).toEqual(expected);
    },
  );
});
