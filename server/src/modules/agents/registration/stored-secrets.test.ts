import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useHarness, type Harness } from '#test/harness';
import { minimalIntake, submit } from '#testing/intakes';
import { register, registrationBody, verify } from '../testing.ts';

// Without a mail server all outgoing messages stay in the database, which is the harder case.
const harness = useHarness({ SMTP_URL: '', DEV_PAGES: '1' });

/** Every row of every table of the service as text; bytes as hexadecimal. */
async function dump({ ctx }: Harness): Promise<string> {
  const tables = await ctx.db.many<{ name: string }>({
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
           where schemaname not in ('pg_catalog', 'information_schema')`,
    values: [],
  });
  const rows = [];
  for (const { name } of tables) {
    const found = await ctx.db.many<{ row: string }>({
      text: `select row_to_json(t)::text as row from ${name} t`,
      values: [],
    });
    rows.push(...found.map(({ row }) => `${name} ${row}`));
  }
  return rows.join('\n');
}

/** The encodings in which a secret in a row would still be readable. */
const spellings = (secret: string): string[] => {
  const bytes = Buffer.from(secret, 'utf8');
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
};

describe('stored data', () => {
  it('holds no key, code, poll token, link or signing secret that could be read', async () => {
    const body = registrationBody();
    const { body: registration } = await register(harness.current, body);
    await harness.current.sendMessages();
    const mailbox = await harness.current.call('GET', '/dev/inbox');
    const code = /Your code is (\d{6})\./.exec(mailbox.text)?.[1] ?? '';
    const { body: verified } = await verify(harness.current, { registration_id: registration.registration_id, code });
    const token: string = verified.api_key;
    const { body: webhook } = await harness.current.call('PUT', '/api/agent/v1/me/webhook', {
      token,
      body: { url: 'https://agent.example.com/hooks' },
    });
    const { body: intake } = await submit(harness.current, minimalIntake(), {
      token,
      headers: { 'idempotency-key': 'stored-secrets' },
    });
    const { body: rotated } = await harness.current.call('POST', '/api/agent/v1/me/rotate-key', { token });
    const link = new URL(intake.customer_confirmation_url).pathname.slice('/c/'.length);
    const secrets: string[] = [token, rotated.api_key, webhook.secret, intake.poll_token, link];
    expect(secrets.map((secret) => secret.length)).toEqual([42, 42, 52, 52, 32]);

    const stored = await dump(harness.current);
    const logged = harness.current.logLines.join('');
    // Proves that the dump is complete: it has an id of each kind, and the prefix of a key.
    for (const known of [registration.registration_id, verified.principal_id, intake.intake_id, rotated.key_prefix]) {
      expect(stored).toContain(known);
    }
    for (const spelling of secrets.flatMap(spellings)) {
      expect(stored).not.toContain(spelling);
      expect(logged).not.toContain(spelling);
    }
    expect(code).toMatch(/^\d{6}$/);
    expect(stored).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(stored).not.toContain(Buffer.from(`Your code is ${code}`).toString('hex'));
    expect(logged).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  it('stored data does not reveal a code to someone who tries all million', async () => {
    const { body } = await register(harness.current);
    await harness.current.sendMessages();
    const mailbox = await harness.current.call('GET', '/dev/inbox');
    const code = /Your code is (\d{6})\./.exec(mailbox.text)?.[1] ?? '';
    const id: string = body.registration_id;
    const [row] = await harness.current.ctx.db.many<{ code_hash: Buffer }>({
      text: 'select code_hash from agents.registrations where id = $1',
      values: [id],
    });
    const plain = [code, `${id}/${code}`, `${id}${code}`, `${code}${id}`, `${code}/${id}`, `${id}:${code}`];
    const digests = plain.flatMap((text) => [
      createHash('sha256').update(text).digest('hex'),
      createHmac('sha256', id).update(code).digest('hex'),
      createHmac('sha256', code).update(id).digest('hex'),
    ]);
    expect(row?.code_hash).toHaveLength(37);
    expect(digests).not.toContain(row?.code_hash.toString('hex'));
  });
});
