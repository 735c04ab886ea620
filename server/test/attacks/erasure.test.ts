import { describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { randomBase62 } from '#lib/tokens/base62';
import { verifyChain, verifyConsent } from '#modules/ledger';
import { eraseCustomer } from '#mount/privacy/erasure/erase-customer';
import { setLegalHold } from '#mount/privacy/legal-holds/legal-holds';
import { findTraces } from '#test/database/find-traces';
import { untilBlocked } from '#test/database/use-database';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import {
  asStranger,
  givenIntake,
  givenTeam,
  linkPath,
  newPhone,
  poll,
  press,
  pressSent,
  sendReport,
  submit,
  type CreatedReceipt,
} from '#testing/intakes';
import { pagePath, postForm } from '#testing/owner-page';

const harness = useHarness();

const erase = (name: string) => eraseCustomer(harness.current.ctx, { name, by: 'test', close: closeErased });

/** A text that occurs nowhere else, in lower case because email addresses are stored in lower case. */
const newMark = (): string => `zq${randomBase62(12).toLowerCase()}`;

const marked = (mark: string, phone = newPhone()) => ({
  agent: { name: `Agent ${mark}`, platform: 'synthetic-agent' },
  customer: { first_name: `F${mark}`, last_name: `L${mark}`, email: `${mark}@example.com`, phone },
  consent: { attestation: `${mark} asked me to submit this and expects a call.` },
  vehicle: { year: 2019, make: 'Honda', model: 'Accord' },
  loss: { zip: '10001' },
  external_ref: `ref-${mark}`,
});

const query = async (text: string, values: unknown[]) => (await harness.current.owner.pool.query(text, values)).rows;

describe('erasure', () => {
  it('an erasure takes its locks in the shared order: reopening a case at the same time waits', async () => {
    const h = harness.current;
    const { intake_id: intakeId } = await givenIntake(h, marked(newMark()));
    const caseId = await consultationOf(h, intakeId);
    const team = await givenTeam(h);
    const replyId = `rpl_${intakeId.slice(4)}`;
    await query(
      `insert into replies.replies (id, channel, understood_as, encrypted_content, case_ids, received_at)
       values ($1, 'page', 'message', $2, array[$3], $4)`,
      [replyId, h.ctx.vault.encrypt('{"text":"Synthetic."}', `replies.replies/${replyId}`), caseId, h.clock.now()],
    );
    const { both } = await h.ctx.db.inTransaction(async (tx) => {
      // Replies are erased between the consultation and the intake.
      await tx.many({ text: 'select from replies.replies where id = $1 for update', values: [replyId] });
      const erased = erase(intakeId);
      await untilBlocked(h.ctx.db, 1);
      const opened = team.post(`/consultations/${caseId}/reopen`, { reason: 'A synthetic reason.' });
      await untilBlocked(h.ctx.db, 2);
      return { both: Promise.all([erased, opened]) };
    });
    const [erased, opened] = await both;
    expect([erased.cases, opened.status]).toEqual([[intakeId], 200]);
    expect(h.logLines.filter((line) => line.includes('db.deadlock'))).toEqual([]);
  });

  it('an erasure leaves no trace of what the owner and agent submit at the same time', async () => {
    const h = harness.current;
    const { pdf } = await makeReport('ccc', 3);
    // Each head start produces a different race. All requests are sent before any of them returns.
    for (const before of [0, 3, 7]) {
      const mark = newMark();
      const receipt = await givenIntake(h, marked(mark));
      const caseId = await consultationOf(h, receipt.intake_id);
      await pressSent(h, receipt, { via: 'email' });
      const path = await pagePath(h, caseId);
      const deeds: (() => Promise<unknown>)[] = [
        () => sendReport(h, receipt, pdf),
        () => postForm(h, `${path}/facts`, { odometer: '61234', vin: '', offer: '', zip: '10002' }),
        () => postForm(h, `${path}/requests`, { kind: 'copy', words: `Words of ${mark}` }),
        () => postForm(h, `${path}/channels`, { channels: 'set', text: 'stop' }),
        () => postForm(h, `${path}/call`, { at: 'any' }),
        () => press(h, receipt, 'confirm'),
        () => h.sendMessages(),
      ];
      deeds.splice(before, 0, () => erase(`${mark}@example.com`));
      await Promise.all(deeds.map((deed) => deed()));
      expect([before, await findTraces(h.ctx, [mark])]).toEqual([before, []]);
      const files = await query(
        'select id from documents.documents where intake_id = any($1) and file_removed_at is null',
        [[receipt.intake_id, caseId]],
      );
      expect([before, files]).toEqual([before, []]);
    }
  });

  it('an erasure and new cases of the same person finish in order: each case is erased, or complete and usable', async () => {
    const h = harness.current;
    for (let round = 0; round < 5; round += 1) {
      const mark = newMark();
      await givenIntake(h, marked(mark));
      const again = () => submit(h, marked(mark), asStranger());
      const [, ...answers] = await Promise.all([erase(`${mark}@example.com`), again(), again(), again()]);
      const created = answers.filter(({ status }) => status === 201).map(({ body }) => body as CreatedReceipt);
      for (const receipt of created) {
        const [row] = await query(
          `select i.email is null as erased, c.closed_at is not null as closed from intakes.intakes i
           join consultations.consultations c on c.source_id = i.id where i.id = $1`,
          [receipt.intake_id],
        );
        const { status } = await h.call('GET', linkPath(receipt));
        expect([row?.erased, row?.closed, status]).toEqual(row?.erased ? [true, true, 404] : [false, false, 200]);
        expect((await poll(h, receipt)).status).toBe(200);
      }
      await h.sendMessages();
      await erase(`${mark}@example.com`);
      expect(await findTraces(h.ctx, [mark])).toEqual([]);
    }
    expect(await verifyConsent(h.ctx)).toMatchObject({ ok: true });
    expect(await verifyChain(h.ctx)).toMatchObject({ ok: true });
  });
});

it('a legal hold matches any name or contact of its person, but is placed by exact names only', async () => {
  const h = harness.current;
  const [mark, phone] = [newMark(), newPhone()];
  const { intake_id: id } = await givenIntake(h, marked(mark, phone));
  const hold = (name: string) => setLegalHold(h.ctx, { name, reason: 'A synthetic proceeding.', by: 'test' });
  for (const name of ['', ' ', '%', `${id} `, id.toLowerCase(), `${id}'--`, 'inst_0', `${mark}@example.com`])
    await expect(hold(name)).rejects.toMatchObject({ code: 'not_found' });
  await hold(id);
  const caseId = await consultationOf(h, id);
  for (const name of [id, caseId, `${mark}@example.com`, `${mark.toUpperCase()}@EXAMPLE.com`, phone, `+1${phone}`])
    await expect(erase(name)).rejects.toMatchObject({ code: 'legal_hold' });
  expect(await findTraces(h.ctx, [mark])).toContain('intakes.intakes');
});
