import { connect } from 'node:net';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { mutationsOf } from '#test/http/mutations';
import { request } from '#test/http/raw-http';
import { runs } from '#test/runs';
import type { Message } from '#test/http/signed-requests';
import { givenSignedCredential } from '#testing/partners';

const harness = useHarness({ LOG_LEVEL: 'silent' });

/** The request as bytes; Content-Length is not signed, so it is that of the body that is sent. */
function bytesOf({ method, target, rawHeaders, body }: Message): Buffer {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && name !== 'Content-Length' ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  const length = body.length > 0 ? [`Content-Length: ${body.length}`] : [];
  const head = request([`${method} ${target} HTTP/1.1`, 'Connection: close', ...headers, ...length]);
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** The status of the response; 0 when the connection closes without one. */
function send(bytes: Buffer): Promise<number> {
  const { hostname, port } = new URL(harness.current.baseUrl);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port) });
    socket.setTimeout(30_000, () => socket.destroy(new Error(`no answer to ${bytes.toString('latin1')}`)));
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.on('error', (error) => ('code' in error ? undefined : reject(error)));
    socket.on('close', () => resolve(Number(answer.slice(9, 12))));
    socket.write(bytes);
  });
}

async function validRequests(): Promise<Message[]> {
  const lookup = '/api/gap/v1/review-status/lookup';
  const callers = await Promise.all(
    (['ed25519', 'ecdsa-p256-sha256'] as const).map((alg) => givenSignedCredential(harness.current, { alg })),
  );
  return callers.flatMap((caller) => [
    caller.sign('GET', '/api/gap/v1/me'),
    caller.sign('GET', '/api/gap/v1/referrals?limit=1&external_ref=%7e', { idempotencyKey: 'k' }),
    caller.sign('HEAD', '/api/gap/v1/me'),
    caller.sign('POST', lookup, { body: { reference: 'none' } }),
    caller.sign('PATCH', '/api/gap/v1/referrals/none', { body: { status: 'canceled' } }),
    caller.sign('POST', '/api/gap/v1/referrals/none/simulate'),
  ]);
}

/** Refused for the credential or earlier: not HTTP, unknown, another method, closed without a response. */
const refusals = new Set([401, 400, 404, 405, 501, 505, 0]);

const countNonces = async (): Promise<number> =>
  (await harness.current.ctx.db.pool.query('select from credentials.nonces')).rowCount ?? 0;

it('a signed request that was changed is never accepted, over a socket [P-SIG-032]', async () => {
  const valid = await validRequests();
  const wanted = runs({ always: 600, nightly: 100_000 });
  const samples = fc.sample(mutationsOf(valid), { seed: 9421, numRuns: 2 * wanted });
  const mutations = samples.filter((message) => message !== undefined).slice(0, wanted);
  expect(mutations).toHaveLength(wanted);
  const nonces = await countNonces();
  const tally: Record<number, number> = {};
  const accepted: string[] = [];
  const sendOneByOne = async () => {
    for (let next = mutations.pop(); next !== undefined; next = mutations.pop()) {
      const status = await send(bytesOf(next));
      tally[status] = (tally[status] ?? 0) + 1;
      if (!refusals.has(status)) accepted.push(`${status} ${bytesOf(next).toString('latin1')}`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, sendOneByOne));
  expect(accepted).toEqual([]);
  expect(tally[401]).toBeGreaterThan(wanted / 2);
  // An accepted request consumes a nonce.
  expect(await countNonces()).toBe(nonces);
  // All unchanged requests are accepted.
  const statuses = await Promise.all(valid.map((message) => send(bytesOf(message))));
  const each = [200, 200, 200, 200, 404, 404];
  expect(statuses).toEqual([...each, ...each]);
}, 1_800_000);
