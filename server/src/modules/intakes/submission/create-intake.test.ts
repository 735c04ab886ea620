import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/db';
import { useHarness } from '#test/harness';
import { minimalIntake, submit } from '../testing.ts';

const harness = useHarness();

describe('creating an intake', () => {
  it('creating an intake accepts the smallest body, by email alone and by phone alone [A-INTAKE-001, A-INTAKE-002, A-INTAKE-005]', async () => {
    const byEmail = await submit(harness.current);
    const byPhone = await submit(harness.current, minimalIntake({ customer: { phone: '(415) 555-0123' } }));
    expect([byEmail.status, byPhone.status]).toEqual([201, 201]);
    expect(byEmail.body.poll_token).toMatch(/^svc_poll_[\w-]{43}$/);
    expect(byEmail.body.status).toBe('received');
  });

  it('creating an intake writes it, its consultation, its event and its welcome together [A-INTAKE-006]', async () => {
    const { ctx } = harness.current;
    const { body } = await submit(harness.current);
    const consultations = await ctx.db.many(
      typed(sql.selectFrom('consultations.consultations').selectAll().where('source_id', '=', body.intake_id)),
    );
    const events = await ctx.db.many(
      typed(sql.selectFrom('events.events').selectAll().where('subject_id', '=', body.intake_id)),
    );
    const messages = await ctx.db.many(
      typed(sql.selectFrom('customers.messages').selectAll().where('subject_id', '=', body.intake_id)),
    );
    expect(consultations.map((row) => row.number)).toEqual([expect.stringMatching(/^CN-\d{8}$/)]);
    expect(events.map((row) => row.type)).toEqual(['intake.received']);
    expect(JSON.parse(events[0]!.thin)).toEqual({
      id: events[0]!.id,
      object: 'event',
      type: 'intake.received',
      created_at: '2026-11-15T12:00:00.000Z',
      data: { intake_id: body.intake_id, status: 'received' },
    });
    expect(messages.map((row) => [row.channel, row.state])).toEqual([['email', 'waiting']]);
  });
});
