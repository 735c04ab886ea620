import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { createStaff } from './create-staff.ts';
import { createStaffToken } from './create-staff-token.ts';

const harness = useHarness();

describe('adding a person to the team', () => {
  it('takes an address once, however it is written', async () => {
    const { ctx } = harness.current;
    const { staffId } = await createStaff(ctx, { email: 'Dana@Example.com', name: 'Dana' });
    expect(staffId).toMatch(/^stf_[0-9A-Za-z]{24}$/);
    await expect(createStaff(ctx, { email: 'dana@example.com', name: 'Dana' })).rejects.toMatchObject({
      code: 'staff_exists',
      status: 409,
    });
  });

  it('takes an address once when two ask at the same moment', async () => {
    const both = await Promise.allSettled([
      createStaff(harness.current.ctx, { email: 'sam@example.com', name: 'Sam' }),
      createStaff(harness.current.ctx, { email: 'sam@example.com', name: 'Sam' }),
    ]);
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['email', { email: 'not an address', name: 'Kim' }],
    ['name', { email: 'kim@example.com', name: '  ' }],
  ])('names %s when it is what is wrong', async (path, input) => {
    await expect(createStaff(harness.current.ctx, input)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path }] },
    });
  });

  it('makes tokens for people of the team only, found by any spelling of their address', async () => {
    const { ctx } = harness.current;
    await createStaff(ctx, { email: 'lee@example.com', name: 'Lee' });
    expect((await createStaffToken(ctx, { email: 'LEE@example.com', label: 'x' })).tokenId).toMatch(/^stk_/);
    const stranger = createStaffToken(ctx, { email: 'stranger@example.com', label: 'x' });
    await expect(stranger).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });
});
