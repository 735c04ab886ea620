// The protocol's own conformance suite and inspector test a running MCP server; see .ci/mcp.
import { execFile } from 'node:child_process';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHarness, type Harness } from '../../server/test/harness.ts';
import { notOurs, ours } from './scenarios.ts';

let harness: Harness;
let door: Server;
let url: string;

/** The server's own address must be known before it starts, because it refuses pages from other origins. */
beforeAll(async () => {
  let port = 0;
  door = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    for (const socket of [client, server]) socket.on('error', () => socket.destroy());
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const base = `http://localhost:${(door.address() as AddressInfo).port}`;
  harness = await startHarness({ PUBLIC_BASE_URL: base });
  port = Number(new URL(harness.baseUrl).port);
  url = `${base}/mcp`;
});
afterAll(async () => {
  door.close();
  await harness.close();
});

type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** Runs a program from this folder with a time limit, which is generous for third-party programs. */
const run = (name: string, ...given: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const program = new URL(`node_modules/.bin/${name}`, import.meta.url).pathname;
    execFile(process.execPath, [program, ...given], { timeout: 120_000, maxBuffer: 10_000_000 }, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, out, err });
    });
  });

it.each(ours)('conformance: %s', async (scenario) => {
  const { code, out, err } = await run('conformance', 'server', '--url', url, '--scenario', scenario);
  expect([code, code === 0 ? '' : `${out}\n${err}`.slice(-2000)]).toEqual([0, '']);
});

it('names every scenario of the suite, with a reason where it is not ours', async () => {
  const { out } = await run('conformance', 'list', '--server');
  const listed = [...out.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...ours, ...Object.keys(notOurs)].toSorted());
});

const inspector = (era: string, ...given: readonly string[]): Promise<Ran> =>
  run('mcp-inspector', '--cli', url, '--transport', 'http', '--protocol-era', era, ...given);

it.each(['legacy', 'modern'])(
  'the inspector finds nothing in the tools that some client could not take: %s',
  async (era) => {
    const { code, out, err } = await inspector(era, '--method', 'tools/list', '--strict');
    expect([code, err.slice(-2000)]).toEqual([0, expect.not.stringMatching(/error|warning/i)]);
    expect(JSON.parse(out).tools).toHaveLength(8);
  },
);

it.each(['legacy', 'modern'])('the inspector calls a tool and reads a page: %s', async (era) => {
  const called = await inspector(era, '--method', 'tools/call', '--tool-name', 'get_service_facts');
  expect([called.code, called.err]).toEqual([0, expect.any(String)]);
  expect(JSON.parse(called.out).structuredContent.pricing.currency).toBe('USD');
  const read = await inspector(era, '--method', 'resources/read', '--uri', 'makewhole://consent-wording');
  expect(JSON.parse(read.out).contents[0].mimeType).toBe('text/markdown');
});
