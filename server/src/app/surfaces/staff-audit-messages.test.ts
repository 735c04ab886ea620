import { describe, expect, it } from 'vitest';
import { callAudited, messageOperations } from '#test/fixtures/audit-rows';
import { freshPhone, useTextHarness } from '#test/doubles/twilio';
import { minimalIntake, newEmail, submit } from '#testing/intakes';
import { replyByText } from '#testing/replies';
import { givenSession } from '#testing/staff';
import { budgetsOf } from '#test/fixtures/test-settings';

const parts = useTextHarness({ budgets: budgetsOf({ email: { address: 0 } }) });

const walked = new Set<string>();

async function act(operation: string, route: string, ...body: readonly [] | readonly [unknown]) {
  const { harness } = parts.current;
  const answer = await callAudited(harness, await givenSession(harness), { operation, route, body });
  walked.add(operation);
  return answer;
}

async function givenCase(customer: Record<string, string>): Promise<string> {
  const { harness } = parts.current;
  const { body } = await submit(harness, minimalIntake({ customer }));
  const { rows } = await harness.ctx.db.pool.query('select consultation_id from intakes.intakes where id = $1', [
    body.intake_id,
  ]);
  return rows[0].consultation_id;
}

async function givenUnattached(words: string): Promise<string> {
  const { pool } = parts.current.harness.ctx.db;
  const known = await pool.query('select id from replies.replies');
  await replyByText(parts.current, freshPhone(), { words });
  const { rows } = await pool.query('select id from replies.replies where id <> all($1)', [
    known.rows.map(({ id }) => id),
  ]);
  return rows[0].id;
}

describe('every operation of the team about messages leaves exactly one row', () => {
  it('one row is left when held messages are allowed or dropped', async () => {
    const { harness } = parts.current;
    for (const [operation, decision] of [
      ['customers.allow-held', 'allow'],
      ['customers.drop-held', 'drop'],
    ] as const) {
      await givenCase({ email: newEmail() });
      const { headers } = await givenSession(harness);
      const { body } = await harness.call('GET', '/api/staff/v1/messages/held', { headers });
      await act(operation, `POST /messages/held/${body.data[0].id}/${decision}`);
    }
    expect(walked).toContain('customers.drop-held');
  });

  it('one row is left when replies are read and answered', async () => {
    const phone = freshPhone();
    const id = await givenCase({ phone });
    await replyByText(parts.current, phone, { words: 'When do you call?' });
    await act('replies.answer', `POST /cases/${id}/replies`, { words: 'This afternoon.' });
    await act('replies.mark-read', `POST /cases/${id}/replies/read`);
    await act('replies.mark-one-read', `POST /replies/${await givenUnattached('Who is this?')}/read`);
    await act('replies.resume-contact', `POST /replies/${await givenUnattached('wrong number')}/resume`);
    expect(walked).toContain('replies.resume-contact');
  });

  it('one row is left when a note is written, and the owner is written to', async () => {
    const { harness } = parts.current;
    const id = await givenCase({ phone: freshPhone() });
    await act('consultations.add-note', `POST /cases/${id}/notes`, { words: 'Synthetic.', draft_key: 'draft-0001' });
    const { rows } = await harness.ctx.db.pool.query(
      'select source_id from consultations.consultations where id = $1',
      [id],
    );
    const { headers } = await givenSession(harness);
    const called = `/api/staff/v1/intakes/${rows[0].source_id}/calls`;
    expect((await harness.call('POST', called, { headers, body: { outcome: 'voicemail' } })).status).toBe(200);
    await act('replies.list-templates', `GET /cases/${id}/templates`);
    await act('replies.send-template', `POST /cases/${id}/messages`, { template: 'voicemail', channel: 'text' });
    expect(walked).toContain('replies.send-template');
  });

  it('and nothing was left out', () => {
    expect(walked).toEqual(messageOperations);
  });
});
