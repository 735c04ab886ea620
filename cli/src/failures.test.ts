import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startFaultyServer, type Fault, type FaultyServer } from '../test/faulty-server.ts';
import { createShell, type Shell } from '../test/shell.ts';
import { commands } from './commands.ts';

let server: FaultyServer;
beforeAll(async () => {
  server = await startFaultyServer();
});

const token = { MAKEWHOLE_TOKEN: 'mwp_synthetic', MAKEWHOLE_INSTITUTION: 'inst_synthetic' };
const key = { MAKEWHOLE_KEY: 'gap_test_synthetic' };
const agent = { MAKEWHOLE_AGENT_KEY: 'svc_agent_test_synthetic' };

type Env = Readonly<Record<string, string>>;

/** Every way in which a command calls the server once and ends. */
const calls: readonly (readonly [words: string, env: Env])[] = [
  ['login', {}],
  ['whoami', token],
  ['whoami', key],
  ['whoami', agent],
  ['events list', token],
  ['events list', key],
  ['events list --agent', agent],
  ['events get evt_1', token],
  ['events get evt_1 --agent', agent],
  ['events resend evt_1', token],
  ['events resend dlv_1', token],
  ['events resend dlv_1 --agent', agent],
  ['trigger referral.created', token],
  ['trigger confirm --agent --intake int_1', agent],
  ['trigger --agent --intake int_1', agent],
  ['logs tail --once', token],
  ['listen --failed --forward-to http://localhost:9', token],
  ['listen --failed --forward-to http://localhost:9 --agent', agent],
  ['roster push roster.csv', key],
  ['reconcile --state mine.ndjson', key],
  ['reconcile --state mine.ndjson --since cursor_1', key],
  ['conformance agent --run true', {}],
  ['conformance partner --run true', key],
];

/** Commands that run until they are stopped. */
const following: readonly (readonly [words: string, env: Env])[] = [
  ['listen --forward-to http://localhost:9', token],
  ['listen --forward-to http://localhost:9', key],
  ['listen --forward-to http://localhost:9 --agent', agent],
  ['listen --forward-to http://localhost:9 --since 1h', token],
  ['events tail', token],
  ['events tail', key],
  ['events tail --agent', agent],
  ['logs tail', token],
];

function shellOf(env: Env, url = server.url): Shell {
  const shell = createShell({ url, env });
  writeFileSync(join(shell.folder, 'mine.ndjson'), '{"id":"ref_1","status":"activated"}\n');
  writeFileSync(
    join(shell.folder, 'roster.csv'),
    'external_ref,vin,year,make,model,first_name,last_name,email,state\nloan-1,1HGCM82633A004352,2003,Synthetic,Sedan,Synthetic,Member,member@example.com,NY\n',
  );
  return shell;
}

const parse = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

const faults: readonly (readonly [fault: Fault | 'no network', exitCode: number])[] = [
  ['no network', 4],
  ['gone in the middle', 4],
  [401, 3],
  [403, 3],
  [429, 4],
  [500, 4],
  [503, 4],
  ['page of a proxy', 4],
];

describe.each(faults)('%s', (fault, expected) => {
  it.each(calls)(`ends mw %s with ${expected}, in words and as JSON`, async (words, env) => {
    if (fault !== 'no network') server.fault = fault;
    const shell = shellOf(env, fault === 'no network' ? 'http://127.0.0.1:9' : undefined);
    const { exitCode, out, err } = await shell.run(`${words} --json`);
    expect([exitCode, out, err]).toEqual([expected, [], expect.anything()]);
    const said = parse(err);
    const failure = said.at(-1);
    expect(typeof failure?.['error']).toBe('string');
    expect(failure?.['error']).not.toMatch(/^Failed:|\[object|undefined/);
    expect(err.join('')).not.toMatch(/(mwp|gap_test|svc_agent_test)_synthetic/);
    if (typeof fault === 'number') expect(failure).toMatchObject({ status: fault, request_id: 'req_synthetic' });
    if (fault === 429) {
      expect(failure).toMatchObject({ retry_after_s: 120 });
      expect(failure?.['error']).toContain('Try again in 120 seconds.');
    }
  });
});

describe('a following command', () => {
  it.each(following)('ends with 3 when the key is refused: mw %s', async (words, env) => {
    server.fault = 401;
    const { exitCode, err } = await shellOf(env).run(`${words} --json`);
    expect([exitCode, parse(err).at(-1)]).toEqual([3, expect.objectContaining({ status: 401 })]);
  });

  it.each(following)('keeps trying without a server, and exits with 0 on Ctrl-C: mw %s', async (words, env) => {
    for (const fault of ['gone in the middle', 429, 503, 'page of a proxy', 'no network'] as const) {
      if (fault !== 'no network') server.fault = fault;
      const shell = shellOf(env, fault === 'no network' ? 'http://127.0.0.1:9' : undefined);
      const { exitCode, out, err } = await shell.run(`${words} --json`, undefined, {
        onErr: (line, end) => {
          if (line.includes('Still trying')) end();
        },
      });
      expect([fault, exitCode]).toEqual([fault, 0]);
      parse(out);
      expect(parse(err).some(({ note }) => String(note).includes('Still trying'))).toBe(true);
    }
  });

  it('waits as long as the server requires', async () => {
    server.fault = 429;
    server.heard.splice(0);
    // As long as the next poll of each takes, all in parallel.
    const onErr = (line: string, end: () => void) => void (line.includes('Still trying') && setTimeout(end, 2500));
    await Promise.all(following.map(([words, env]) => shellOf(env).run(`${words} --json`, undefined, { onErr })));
    expect(server.heard).toHaveLength(following.length);
  });
});

describe('Ctrl-C', () => {
  it.each(calls)('ends mw %s with 130 while the server hangs', async (words, env) => {
    server.fault = 'hangs';
    server.heard.splice(0);
    const shell = shellOf(env);
    const ran = shell.run(`${words} --json`, undefined, {
      onStart: (end) => {
        const look = setInterval(() => {
          if (server.heard.length === 0) return;
          clearInterval(look);
          end();
        }, 5);
      },
    });
    const { exitCode, out, err } = await ran;
    expect([exitCode, out]).toEqual([130, []]);
    expect(parse(err).at(-1)?.['error']).toContain('Interrupted by Ctrl-C');
  });
});

describe('every command', () => {
  it.each(commands.map(({ name }) => name))('refuses an unknown option with 2: mw %s', async (name) => {
    for (const words of [`${name} --nonsense`, `${name} --url`, `${name} --url= x y z`]) {
      const { exitCode, out, err } = await createShell().run(`${words} --json`);
      expect([words, exitCode, out, parse(err).length]).toEqual([words, 2, [], 1]);
    }
  });

  it.each(commands.filter((one) => one.arguments?.some((word) => word.startsWith('<'))).map(({ name }) => name))(
    'exits with 2 if its argument is missing: mw %s',
    async (name) => {
      const { exitCode, err } = await createShell().run(`${name} --json`);
      expect([exitCode, parse(err)]).toEqual([2, [{ error: expect.stringContaining('is missing') }]]);
    },
  );
});

describe('config.json', () => {
  const config = (shell: Shell, content: string) => {
    mkdirSync(join(shell.folder, 'makewhole'));
    const path = join(shell.folder, 'makewhole/config.json');
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };

  it.each(calls)('that is not JSON ends mw %s with 1 and is named', async (words, env) => {
    const shell = shellOf(env);
    const path = config(shell, '{"servers": ');
    const { exitCode, out, err } = await shell.run(`${words} --json`);
    expect([exitCode, out, parse(err)]).toEqual([1, [], [{ error: expect.stringContaining(path) }]]);
  });

  it.each(['[]', 'null', '"text"', '{"servers": []}', '{"servers": {"x": 1}}', '{"url": 1}'])(
    'of another form counts as signed out: %s',
    async (content) => {
      const shell = shellOf({});
      config(shell, content);
      expect((await shell.run('whoami --json')).exitCode).toBe(3);
    },
  );

  it('causes a warning if others can read it, and an expired token is reported', async () => {
    server.fault = 401;
    const shell = shellOf({});
    const kept = { token: 'mwp_synthetic', institution_id: 'inst_synthetic', expires_at: '2026-01-02T03:04:05.000Z' };
    const path = config(shell, JSON.stringify({ servers: { [server.url]: kept } }));
    chmodSync(path, 0o644);
    for (const words of ['whoami', 'events list', 'logs tail', 'listen --forward-to http://localhost:9']) {
      const { exitCode, err } = await shell.run(`${words} --json`);
      const [warning, failure] = [parse(err)[0], parse(err).at(-1)];
      expect([exitCode, warning?.['note']]).toEqual([3, expect.stringContaining(`chmod 600 ${path}`)]);
      expect(failure?.['error']).toContain('expired on 2026-01-02. Run mw login again.');
      expect(err.join('')).not.toContain('mwp_synthetic');
    }
  });
});
