import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenAgent } from '#testing/agents';
import { priceOf } from './rules.ts';

const harness = useHarness();

const fixed = { mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 10_000 };
const plan = { code: 'standard', unit_price_cents: 900 };
const path = (id = '') => `/api/staff/v1/institutions${id === '' ? '' : `/${id}`}`;

describe('an institution', () => {
  it('an institution is created by the team, as requested', async () => {
    const token = await givenStaffToken(harness.current);
    const wanted = { name: 'Synthetic Credit Union', technical_contact_email: 'hooks@bank.example.com' };
    const { status, body } = await harness.current.call('POST', path(), { token, body: wanted });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^inst_[0-9A-Za-z]{24}$/),
      object: 'gap.institution',
      status: 'active',
      created_at: harness.current.clock.now().toISOString(),
      live_requested_at: null,
      live_requested_by: null,
      program: { mode: 'borrower_paid', subsidy_type: null, subsidy_value: null },
      plans: [{ code: 'standard', unit_price_cents: 500 }],
      billing_contact_email: null,
      bill_to: null,
      ...wanted,
    });
    expect((await harness.current.call('GET', path(body.id), { token })).body).toEqual(body);
  });

  it('an institution has a name of one line, which is shown in lists and on terminals', async () => {
    const token = await givenStaffToken(harness.current);
    const { body } = await harness.current.call('POST', path(), { token, body: { name: 'Synthetic\nBank\u001b[31m' } });
    expect(body.name).toBe('Synthetic Bank [31m');
    const renamed = { token, body: { name: ' Another\r\n\u202eone ' } };
    expect((await harness.current.call('PATCH', path(body.id), renamed)).body.name).toBe('Another one');
  });

  it('a patch changes an institution as requested and leaves the rest', async () => {
    const token = await givenStaffToken(harness.current);
    const { body: made } = await harness.current.call('POST', path(), { token, body: { name: 'Synthetic Bank' } });
    expect(made.technical_contact_email).toBeNull();
    const patch = (body: unknown) => harness.current.call('PATCH', path(made.id), { token, body });
    expect((await patch({ status: 'suspended' })).body).toEqual({ ...made, status: 'suspended' });
    const changes = { name: 'Another Name', status: 'active', technical_contact_email: 'ops@bank.example.com' };
    expect((await patch(changes)).body).toEqual({ ...made, ...changes });
    expect((await patch({ technical_contact_email: null })).body).toEqual({
      ...made,
      ...changes,
      technical_contact_email: null,
    });
  });

  it.each<[string, object]>([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a name of spaces', { name: '   ' }],
    ['a name that is too long', { name: 'x'.repeat(201) }],
    ['a contact that is no address', { name: 'Synthetic Bank', technical_contact_email: 'nobody' }],
    ['an id', { name: 'Synthetic Bank', id: 'inst_mine' }],
    ['a subsidy that nobody bears', { name: 'x', program: { ...fixed, mode: 'borrower_paid' } }],
    ['a subsidy without its value', { name: 'x', program: { ...fixed, subsidy_value: null } }],
    ['a subsidy of more than all', { name: 'x', program: { ...fixed, subsidy_type: 'percent', subsidy_value: 101 } }],
    ['another mode', { name: 'x', program: { ...fixed, mode: 'free' } }],
    ['no plan', { name: 'x', plans: [] }],
    ['a plan twice', { name: 'x', plans: [plan, plan] }],
    ['a plan with a price below nothing', { name: 'x', plans: [{ ...plan, unit_price_cents: -1 }] }],
  ])('an institution is not created with %s', async (_name, body) => {
    const token = await givenStaffToken(harness.current);
    expect((await harness.current.call('POST', path(), { token, body })).status).toBe(400);
  });

  it('an institution has the program and plans of its contract, and keeps those that a patch leaves out', async () => {
    const token = await givenStaffToken(harness.current);
    const terms = { program: fixed, plans: [plan, { code: 'fleet', unit_price_cents: 0 }] };
    const { body: made } = await harness.current.call('POST', path(), { token, body: { name: 'x', ...terms } });
    expect(made).toMatchObject(terms);
    const patch = (body: unknown) => harness.current.call('PATCH', path(made.id), { token, body });
    const paid = { mode: 'institution_paid', subsidy_type: null, subsidy_value: null };
    expect((await patch({ program: paid })).body).toEqual({ ...made, program: paid });
    expect((await patch({ plans: [plan] })).body).toEqual({ ...made, program: paid, plans: [plan] });
    expect((await patch({ program: { ...fixed, subsidy_value: null } })).status).toBe(400);
    expect((await harness.current.call('GET', path(made.id), { token })).body.program).toEqual(paid);
  });

  it.each([
    [{ mode: 'borrower_paid', subsidy_type: null, subsidy_value: null }, 49_700],
    [{ mode: 'institution_paid', subsidy_type: null, subsidy_value: null }, 0],
    [{ mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 10_000 }, 39_700],
    [{ mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 49_701 }, 0],
    [{ mode: 'subsidized', subsidy_type: 'percent', subsidy_value: 0 }, 49_700],
    [{ mode: 'subsidized', subsidy_type: 'percent', subsidy_value: 33 }, 33_299],
    [{ mode: 'subsidized', subsidy_type: 'percent', subsidy_value: 100 }, 0],
  ] as const)("an institution's borrower can pay the rest of the list price (D-100): %o", (program, price) => {
    expect(priceOf(program)).toBe(price);
  });

  it('an unknown institution gets 404', async () => {
    const token = await givenStaffToken(harness.current);
    const nowhere = path('inst_000000000000000000000000');
    expect((await harness.current.call('GET', nowhere, { token })).status).toBe(404);
    expect((await harness.current.call('PATCH', nowhere, { token, body: { name: 'New Name' } })).status).toBe(404);
    const { body } = await harness.current.call('POST', path(), { token, body: { name: 'Synthetic Bank' } });
    for (const change of [{}, { status: 'closed' }, { created_at: null }]) {
      expect((await harness.current.call('PATCH', path(body.id), { token, body: change })).status).toBe(400);
    }
  });

  it('institutions are managed by the team only', async () => {
    const { key } = await givenAgent(harness.current);
    const body = { name: 'Synthetic Bank' };
    for (const credential of [{}, { token: key }, { token: `svc_staff_${'a'.repeat(32)}` }]) {
      const answers = [
        await harness.current.call('POST', path(), { body, ...credential }),
        await harness.current.call('GET', path('inst_1'), credential),
        await harness.current.call('PATCH', path('inst_1'), { body, ...credential }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    }
  });
});
