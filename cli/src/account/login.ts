import { createHash, randomBytes } from 'node:crypto';
import { hostname, platform } from 'node:os';
import { callServer } from '../call-server.ts';
import { CommandFailed } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { configPath, requireWritable, storeForServer } from '../config-file.ts';
import { persist, reportOutage } from '../persist.ts';
import { cleanText, print } from '../print.ts';
import { readVersion } from '../read-version.ts';
import { readSettings } from '../settings.ts';
import { wait } from '../wait.ts';

type Started = {
  readonly code: string;
  readonly page: string;
  readonly expires_at: string;
  readonly poll_every_s: number;
};

type Paired = {
  readonly id: string;
  readonly token: string;
  readonly expires_at: string;
  readonly permissions: readonly string[];
  readonly user: { readonly name: string };
  readonly institution: { readonly id: string; readonly name: string };
};

type Polled = { readonly status: 'pending' } | { readonly status: 'approved'; readonly token: Paired };

/** Pairs with the portal: prints a code, waits until a signed-in portal user approves it, and keeps the token. */
export async function login(io: Io, given: Given): Promise<ExitCode> {
  const { baseUrl } = readSettings(io, given);
  // Checked before the approval: a token that cannot be kept would be lost, and stay valid for a month.
  requireWritable(io.env);
  // Only its hash is sent before the token is fetched, so that no other program can fetch it.
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const client = `mw ${readVersion()} on ${cleanText(hostname()).slice(0, 60) || 'a machine'} (${platform()})`;
  const path = '/api/portal/v1/pairings';
  const started = await callServer<Started>(io, { baseUrl, path, method: 'POST', body: { client, challenge } });
  sayWhereTo(io, given, started);
  const { id, token, expires_at, user, institution } = await waitForYes(io, { baseUrl, verifier, started });
  storeForServer(io.env, baseUrl, {
    token,
    token_id: id,
    expires_at,
    institution_id: institution.id,
    institution: institution.name,
    user: user.name,
  });
  print(io, given, {
    value: { url: baseUrl, institution, user: user.name, token_id: id, expires_at, config: configPath(io.env) },
    lines: [
      `Signed in as ${cleanText(user.name)} at ${cleanText(institution.name)}, in test mode, until ${expires_at.slice(0, 10)}.`,
      `The token is in ${configPath(io.env)}, which only you can read.`,
    ],
  });
  return 0;
}

function sayWhereTo(io: Io, { json }: Given, { code, page, expires_at }: Started): void {
  const [shown, address] = [cleanText(code), cleanText(page)];
  if (json) {
    io.out(JSON.stringify({ status: 'pending', code: shown, page: address, expires_at }));
    return;
  }
  for (const line of [
    `Open ${address}`,
    `and type this code:  ${shown}`,
    '',
    'The code works for ten minutes. We will never ask you for it.',
    'Waiting. Press Ctrl-C to stop.',
  ])
    io.out(line);
}

type Waiting = { readonly baseUrl: string; readonly verifier: string; readonly started: Started };

async function waitForYes(io: Io, { baseUrl, verifier, started }: Waiting): Promise<Paired> {
  const path = '/api/portal/v1/pairings/poll';
  // If the server gives no interval, or an absurd one, we poll every three seconds.
  const everyMs = started.poll_every_s > 0 && started.poll_every_s <= 60 ? started.poll_every_s * 1000 : 3000;
  const poll = () => callServer<Polled>(io, { baseUrl, path, method: 'POST', body: { verifier } });
  const persisting = { pollMs: everyMs, signal: io.signal, onTrouble: reportOutage(io.err) };
  for (;;) {
    await wait(everyMs, io.signal);
    const polled = await persist(poll, persisting).catch(explainEnd);
    if (polled === undefined)
      throw new CommandFailed(130, 'Interrupted by Ctrl-C before the code was approved. Nothing was stored.');
    if (polled.status === 'approved') return polled.token;
  }
}

function explainEnd(error: unknown): never {
  if (!(error instanceof CommandFailed) || error.facts['status'] !== 404) throw error;
  throw new CommandFailed(3, 'The code has expired. Run mw login again.', { code: 'code_ended' });
}
