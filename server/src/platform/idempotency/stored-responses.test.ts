import { describe, expect, it } from 'vitest';
import type { Tx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { minimalIntake, submit } from '#testing/intakes';
import { deleteOld } from '#test/database/delete-old';
import { useHarness } from '#test/harness';
import { untilBlocked } from '#test/database/use-database';
import { storeResponse, readIdempotencyKey } from './index.ts';

const harness = useHarness();
const dayS = 86_400;

let made = 0;
const newKey = () => `key-${(made += 1)}`;
const send = (body: unknown, key: string) => submit(harness.current, body, { headers: { 'idempotency-key': key } });

type Row = { scope: string; key: string; fingerprint: Buffer; encrypted_body: Buffer; expires_at: Date };
const findRow = (key: string) =>
  harness.current.ctx.db.find<Row>({ text: 'select * from platform.idempotency where key = $1', values: [key] });

describe('a stored response', () => {
  it('a stored response is replayed for 24 hours; after that the key is free for any request', async () => {
    const { clock } = harness.current;
    const key = newKey();
    const body = minimalIntake();
    const first = await send(body, key);
    clock.advance(dayS - 1);
    const lastReplay = await send(body, key);
    const lastConflict = await send(minimalIntake(), key);
    clock.advance(1);
    const reuse = minimalIntake();
    const reused = await send(reuse, key);
    const replay = await send(reuse, key);
    expect(lastReplay.body).toMatchObject({ intake_id: first.body.intake_id, idempotent_replay: true });
    expect([lastConflict.status, reused.status]).toEqual([409, 201]);
    expect(replay.body).toMatchObject({ intake_id: reused.body.intake_id, idempotent_replay: true });
  });

  it('a stored response is encrypted: the row contains no readable name, link, id or email', async () => {
    const key = newKey();
    const { email } = minimalIntake().customer;
    const body = minimalIntake({ customer: { first_name: 'Synthetica', email: email! } });
    const { body: receipt } = await send(body, key);
    const row = (await findRow(key))!;
    const bytes = Buffer.concat(
      Object.values(row).map((value) => Buffer.from(Buffer.isBuffer(value) ? value : String(value))),
    );
    const link = receipt.customer_confirmation_url.split('/c/')[1];
    const created = harness.current.ctx.vault.decrypt(
      row.encrypted_body,
      `platform.idempotency/${row.scope}/${row.key}`,
    );
    for (const word of ['Synthetica', link, receipt.intake_id, 'contact_policy']) {
      expect(created).toContain(word);
      expect(bytes.includes(word)).toBe(false);
    }
    expect(bytes.includes(key)).toBe(true);
    expect(bytes.includes('@example.com')).toBe(false);
    expect(created).not.toContain('svc_poll_');
  });

  it('a stored response decrypts in its own row only: one moved to another key is refused, not replayed', async () => {
    const [from, to] = [newKey(), newKey()];
    const body = minimalIntake();
    await send(body, from);
    await send(minimalIntake(), to);
    const { ctx } = harness.current;
    const text = `update platform.idempotency as target set fingerprint = source.fingerprint,
        encrypted_body = source.encrypted_body from platform.idempotency as source
      where target.key = $1 and source.key = $2`;
    await ctx.db.many({ text, values: [to, from] });
    expect((await send(body, to)).status).toBe(500);
    expect((await send(body, from)).status).toBe(200);
  });
});

describe('purging', () => {
  const purge = (limit: number) => deleteOld(harness.current.ctx, 'platform.idempotency', limit);

  it('purging deletes expired responses, a bounded number at a time, and no valid one', async () => {
    const { clock } = harness.current;
    clock.advance(2 * dayS);
    await purge(1000);
    for (let index = 0; index < 5; index += 1) await send(minimalIntake(), newKey());
    clock.advance(dayS - 1);
    const young = newKey();
    await send(minimalIntake(), young);
    expect(await purge(1000)).toBe(0);
    clock.advance(1);
    expect([await purge(2), await purge(1000), await purge(1000)]).toEqual([2, 3, 0]);
    expect(await findRow(young)).toBeDefined();
  });

  it('purging keeps a response that is stored again while it runs', async () => {
    const { ctx, clock } = harness.current;
    const request = readIdempotencyKey('a scope', newKey(), {});
    const keepFor = (tx: Tx, days: number) =>
      storeResponse(tx, request, { status: 201, body: {}, expiresAt: addDays(clock.now(), days) });
    await transact(ctx, async (tx) => keepFor(tx, -1));
    const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const renewing = transact(ctx, async (tx) => {
      keepFor(tx, 1);
      await tx.db.many({ text: 'select 1', values: [] });
      written.resolve();
      await commit.promise;
    });
    await written.promise;
    const removed = purge(1000);
    await untilBlocked(ctx.db, 1);
    commit.resolve();
    await renewing;
    expect(await removed).toBe(0);
    expect((await findRow(request.key))?.expires_at).toEqual(addDays(clock.now(), 1));
  });
});
