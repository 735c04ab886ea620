import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minimalIntake } from '#testing/intakes';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { startOpensmtpd } from '#test/doubles/opensmtpd';
import { freePort, startProcess, untilReady } from '#test/processes/processes';
import { until } from '#test/until';

// Starting processes takes long on a busy machine.

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

async function eventTypes(intakeId: string): Promise<string[]> {
  const client = new Client({ connectionString: database.url.reveal() });
  await client.connect();
  try {
    const { rows } = await client.query<{ type: string }>(
      'select type from events.events where subject_id = $1 order by transaction_id, place',
      [intakeId],
    );
    return rows.map((row) => row.type);
  } finally {
    await client.end();
  }
}

type Receipt = Record<string, unknown> & { readonly intake_id: string; readonly customer_confirmation_url: string };

describe('from a submitted intake to the email in the customer’s mailbox, with production processes', () => {
  it('the service welcomes the customer once, and polling shows it [A-CONSENT-011, A-POLL-001, A-POLL-002, A-POLL-007]', async () => {
    const mailServer = await startOpensmtpd();
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const env = {
      DATABASE_URL: database.url.reveal(),
      DATA_KEY: 'a key for tests only with 32 characters or more',
      PUBLIC_BASE_URL: 'https://makewhole.example',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Makewhole <hello@makewhole.example>',
      PORT: String(port),
      METRICS_PORT: '0',
    };
    const [api, worker] = [startProcess('api', env), startProcess('worker', env)];
    await untilReady(baseUrl);

    const request = minimalIntake();
    const created = await fetch(`${baseUrl}/api/agent/v1/intakes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    expect(created.status).toBe(201);
    const { intake_id, poll_token, customer_confirmation_url } = (await created.json()) as Receipt;
    expect(customer_confirmation_url).toMatch(/^https:\/\/makewhole\.example\/c\/[0-9A-Za-z]{32}$/);

    const poll = async (): Promise<Receipt> => {
      const answer = await fetch(`${baseUrl}/api/agent/v1/intakes/${intake_id}`, {
        headers: { authorization: `Bearer ${String(poll_token)}` },
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Receipt;
    };
    const welcomed = await until('the welcome to be sent', async () => {
      const receipt = await poll();
      return receipt['status'] === 'welcome_sent' && receipt;
    });
    expect(welcomed).toMatchObject({ intake_id, customer_confirmation_url });
    expect(welcomed).not.toHaveProperty('poll_token');
    expect(await eventTypes(intake_id)).toEqual(['intake.received', 'intake.welcome_sent']);

    const delivered = await until('the mail in the mailbox', async () => {
      const mails = await mailServer.delivered();
      return mails.length > 0 && mails;
    });
    expect(delivered).toHaveLength(1);
    expect(delivered[0]?.recipient).toBe(request.customer.email);
    expect(delivered[0]?.mail.to).toMatchObject([{ address: request.customer.email }]);
    expect(delivered[0]?.mail.from).toMatchObject({ address: 'hello@makewhole.example', name: 'Makewhole' });
    const [mailed = ''] = /https:\/\/makewhole\.example\/c\/\w{32}/.exec(delivered[0]?.mail.text ?? '') ?? [];
    expect([mailed === customer_confirmation_url, delivered[0]?.mail.html?.includes(mailed)]).toEqual([false, true]);

    const confirmed = await fetch(`${baseUrl}${new URL(mailed).pathname}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision: 'confirm' }),
    });
    expect(confirmed.status).toBe(303);
    expect((await poll())['status']).toBe('customer_confirmed');

    for (const process of [api, worker]) process.signal('SIGTERM');
    expect([await api.exited, await worker.exited].map(({ code }) => code)).toEqual([0, 0]);
    expect(await mailServer.delivered()).toHaveLength(1);
    expect([api.stderr, worker.stderr]).toEqual(['', '']);
  });
});
