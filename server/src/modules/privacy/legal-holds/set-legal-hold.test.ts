import { describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { sweeps } from '#app/workers/sweeps';
import { recordEntry, verifyChain } from '#modules/ledger';
import { transact } from '#platform/db';
import { untilBlocked } from '#test/database/use-database';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { daysInSeconds, givenIntake, sendReport, type CreatedReceipt } from '#testing/intakes';
import { eraseCustomer } from '../erasure/erase-customer.ts';
import { retain } from '../erasure/retain.ts';
import { liftLegalHold, setLegalHold } from './legal-holds.ts';

const harness = useHarness({ intakeTtlDays: 60 });

const hold = (name: string) =>
  setLegalHold(harness.current.ctx, { name, reason: 'A synthetic proceeding.', by: 'test' });

async function query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await harness.current.ctx.db.pool.query(text, values)).rows;
}

async function runSweep(name: string): Promise<void> {
  const sweep = sweeps(harness.current.ctx).find((one) => one.name === name);
  expect(await sweep?.run(500)).toBeGreaterThanOrEqual(0);
}

/** A case with a reason in the audit trail, a reply, and a report that was never matched to it. */
async function givenTraces(): Promise<{ receipt: CreatedReceipt; left: () => Promise<unknown> }> {
  const h = harness.current;
  const receipt = await givenIntake(h);
  const id = receipt.intake_id;
  expect((await sendReport(h, receipt, (await makeReport('ccc', 1)).pdf)).status).toBe(200);
  const [found] = await query('select id from consultations.consultations where source_id = $1', [id]);
  const caseId = String(found?.['id']);
  await transact(h.ctx, (tx) =>
    recordEntry(tx, { kind: 'action', operation: 'test.reason', subjectId: caseId, reason: 'A synthetic reason.' }),
  );
  const replyId = `rpl_${id.slice(4)}`;
  await query(
    `insert into replies.replies (id, channel, understood_as, encrypted_content, case_ids, received_at)
     values ($1, 'page', 'message', $2, array[$3], $4)`,
    [replyId, h.ctx.vault.encrypt('{"text":"Synthetic."}', `replies.replies/${replyId}`), caseId, h.clock.now()],
  );
  const left = async () => {
    const [row] = await query(
      `select (select count(*)::int from audit.entries where subject_id = $2 and reason is not null) as reasons,
         (select count(*)::int from replies.replies where id = $3) as replies,
         (select count(*)::int from documents.documents where intake_id = $1 and file_removed_at is null) as files`,
      [id, caseId, replyId],
    );
    return row;
  };
  return { receipt, left };
}

describe('a legal hold', () => {
  it('keeps what would end by itself: files, replies and reasons; once lifted they go', async () => {
    const h = harness.current;
    const [held, free] = [await givenTraces(), await givenTraces()];
    await hold(held.receipt.intake_id);
    for (const day of [20, 400, 400]) {
      h.clock.advance(daysInSeconds(day));
      await runSweep('intakes.remove-unproven-files');
      await runSweep('replies.purge');
      await retain(h.ctx);
    }
    expect(await free.left()).toEqual({ reasons: 0, replies: 0, files: 0 });
    expect(await held.left()).toEqual({ reasons: 1, replies: 1, files: 1 });
    await liftLegalHold(h.ctx, { name: held.receipt.intake_id, by: 'test' });
    h.clock.advance(daysInSeconds(15));
    await runSweep('intakes.remove-unproven-files');
    await runSweep('replies.purge');
    await retain(h.ctx);
    expect(await held.left()).toEqual({ reasons: 0, replies: 0, files: 0 });
    expect(await verifyChain(h.ctx)).toMatchObject({ ok: true });
  });

  it('is not placed between the look for one and the erasure: one waits for the other', async () => {
    const { ctx } = harness.current;
    const { intake_id: id } = await givenIntake(harness.current);
    const { done } = await ctx.db.inTransaction(async (tx) => {
      // The erasure has checked for holds when it waits here.
      await tx.many({ text: 'select from intakes.links where intake_id = $1 for update', values: [id] });
      const erased = eraseCustomer(ctx, { name: id, by: 'test', close: closeErased });
      await untilBlocked(ctx.db, 1);
      const held = hold(id);
      await untilBlocked(ctx.db, 2);
      return { done: Promise.all([erased, held]) };
    });
    await done;
    const [order] = await query(
      `select e.erased_at, h.lifted_at from privacy.erasures e join privacy.legal_holds h using (subject_id)
       where subject_id = $1`,
      [id],
    );
    expect(order).toMatchObject({ erased_at: expect.any(Date), lifted_at: null });
    await expect(eraseCustomer(ctx, { name: id, by: 'test', close: closeErased })).rejects.toMatchObject({
      code: 'legal_hold',
    });
  });
});
