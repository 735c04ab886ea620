import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { minimalIntake } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';

const harness = useHarness({ LOG_LEVEL: 'silent' });
const keys = runs({ always: 30, nightly: 1000 });
const copies = 20;
const keysAtOnce = 10;

// Plain requests on persistent connections: with fetch, the client itself would take most of the time.
const agent = new Agent({ keepAlive: true, maxSockets: keysAtOnce * copies });
afterAll(() => agent.destroy());

type Receipt = { readonly poll_token?: string; readonly idempotent_replay?: boolean; readonly intake_id: string };
type Answer = { readonly status: number; readonly receipt: Receipt };

function post(body: string, key: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const url = `${harness.current.baseUrl}/api/agent/v1/intakes`;
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      json(response).then(
        (receipt) => resolve({ status: response.statusCode ?? 0, receipt: receipt as Receipt }),
        reject,
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** The fault in the responses to copies of one request; undefined when they are correct. */
function faultOf(answers: readonly Answer[]): string | undefined {
  const created = answers.filter(({ status }) => status === 201);
  const replayed = answers.filter(({ status }) => status === 200);
  if (created.length !== 1 || replayed.length !== copies - 1) return answers.map(({ status }) => status).join(' ');
  if (created[0]!.receipt.poll_token === undefined) return 'no poll token';
  if (replayed.some(({ receipt }) => receipt.poll_token !== undefined)) return 'a second poll token';
  if (replayed.some(({ receipt }) => receipt.idempotent_replay !== true)) return 'not marked as a replay';
  const texts = answers.map(({ receipt: { poll_token: _token, idempotent_replay: _replay, ...rest } }) =>
    JSON.stringify(rest),
  );
  return new Set(texts).size === 1 ? undefined : 'receipts differ';
}

describe('hundreds of requests, each sent 20 times simultaneously', () => {
  it(
    'create one intake each, write one event each, and each is answered with one receipt',
    { timeout: 300_000 },
    async () => {
      const faults: string[] = [];
      for (let start = 0; start < keys; start += keysAtOnce) {
        const batch = Array.from({ length: keysAtOnce }, async (_, index) => {
          const key = `parallel-${start + index}`;
          const body = JSON.stringify(minimalIntake());
          const fault = faultOf(await Promise.all(Array.from({ length: copies }, () => post(body, key))));
          if (fault !== undefined) faults.push(`${key}: ${fault}`);
        });
        await Promise.all(batch);
      }
      expect(faults).toEqual([]);
      const text = `select (select count(*)::int from intakes.intakes) as intakes,
      (select count(*)::int from consultations.consultations) as consultations,
      (select count(*)::int from events.events where type = 'intake.received') as received,
      (select count(*)::int from customers.messages) as messages,
      (select count(*)::int from intakes.poll_tokens) as tokens`;
      const counts = await harness.current.ctx.db.find({ text, values: [] });
      expect(counts).toEqual({ intakes: keys, consultations: keys, received: keys, messages: keys, tokens: keys });
    },
  );
});
