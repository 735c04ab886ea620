import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createShell } from '../test/shell.ts';
import { commands } from './commands.ts';

/**
 * Sets the title, clears the screen in seven and in eight bits, reverses the text direction, ends a line, hides a
 * letter.
 */
const hostile = 'a\u001b]0;owned\u0007\u001b[2J\u009b2J\u202e\u2028\r\n\u0000\u200b\u{e0001}z';
const steering = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const row = {
  id: hostile,
  object_id: hostile,
  type: hostile,
  created_at: hostile,
  at: hostile,
  method: hostile,
  path: hostile,
  status: hostile,
  code: hostile,
  external_ref: hostile,
  duration_ms: 1,
};
const answers = {
  'a page': { data: [row], has_more: false, next_cursor: hostile },
  'one object': {
    ...row,
    name: hostile,
    role: hostile,
    body: JSON.stringify({ id: hostile, type: hostile }),
    deliveries: [{ ...row, state: hostile, attempts: 1, cause: hostile }],
    resent: [{ delivery_id: hostile, new_delivery_id: hostile }],
    refused: [hostile],
    agent: { name: hostile },
    principal_id: hostile,
    totals: { [hostile]: hostile },
    steps: [{ step: hostile, does: hostile, possible: true }],
  },
  'a refusal': {
    code: hostile,
    error: hostile,
    detail: hostile,
    request_id: hostile,
    issues: [{ path: `0.${hostile}`, message: hostile }],
  },
} as const;

const env = {
  MAKEWHOLE_KEY: 'gap_test_synthetic',
  MAKEWHOLE_AGENT_KEY: 'svc_agent_test_synthetic',
  MAKEWHOLE_TOKEN: 'mwp_synthetic',
  MAKEWHOLE_INSTITUTION: 'inst_synthetic',
};

const words = [
  'whoami',
  'events list',
  'events list --agent',
  'events get evt_1',
  'events resend evt_1',
  'events resend dlv_1 --agent',
  'trigger referral.created',
  'trigger confirm --agent --intake int_1',
  'trigger --agent --intake int_1',
  'logs tail --once',
  'reconcile --state mine.ndjson --since cursor_1',
  'roster push roster.csv',
];

describe.each(Object.entries(answers))('a server that answers with %s full of control characters', (kind, answer) => {
  it.each(words)('does not control the terminal: mw %s', async (command) => {
    const status = kind === 'a refusal' ? 400 : 200;
    const shell = createShell({ url: 'https://x.example', env, fetch: async () => Response.json(answer, { status }) });
    writeFileSync(join(shell.folder, 'mine.ndjson'), '{"id":"ref_1"}\n');
    writeFileSync(join(shell.folder, 'roster.csv'), 'vin,first_name,last_name\n1M8GDM9AXKP042788,Robin,Rivera\n');
    const said = await shell.run(command);
    expect([...said.out, ...said.err].join('\n')).not.toMatch(steering);
    const asJson = await shell.run(`${command} --json`);
    const lines = [...asJson.out, ...asJson.err];
    expect(lines.join('\n')).not.toMatch(steering);
    // Programs get the text exactly as the server sent it.
    if (kind === 'a page' && command === 'events list') expect(JSON.parse(lines[0]!).data[0].type).toBe(hostile);
    for (const line of lines) JSON.parse(line);
  });
});

describe('a narrow terminal', () => {
  it.each(['', 'events', ...commands.map(({ name }) => name)])('wraps the help of mw %s to its width', async (name) => {
    for (const columns of [40, 60, 100]) {
      const { out } = await createShell({ columns }).run(`${name} --help`.trim());
      expect(out.filter((line) => line.length > columns)).toEqual([]);
    }
    const wide = (await createShell().run(`${name} --help`.trim())).out.join(' ');
    const narrow = (await createShell({ columns: 60 }).run(`${name} --help`.trim())).out.join(' ');
    expect(narrow.split(/\s+/)).toEqual(wide.split(/\s+/));
  });
});

describe('a folder that is not writable', () => {
  // No user can create a folder there, not even root.
  it.each([
    ['/sys', 'login'],
    ['/sys', 'listen --print-secret'],
    ['/proc/none', 'listen --print-secret'],
  ])('is reported before any other request: %s, mw %s', async (folder, command) => {
    let asked = 0;
    const send: typeof fetch = async () => Response.json({ count: (asked += 1) });
    const { exitCode, err } = await createShell({
      url: 'https://x.example',
      env: { XDG_CONFIG_HOME: folder },
      fetch: send,
    }).run(command);
    expect([exitCode, asked]).toEqual([1, 0]);
    expect(err.join('\n')).toMatch(/makewhole\/config\.json cannot be written: \w+\. Set XDG_CONFIG_HOME/);
  });
});
