import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { createStaffMember } from './members.ts';
import { createStaffToken } from '../tokens/tokens.ts';

const harness = useHarness();

describe('adding staff members', () => {
  it('an address can be added once, in any spelling', async () => {
    const { ctx } = harness.current;
    const { staffId } = await createStaffMember(ctx, { email: 'Dana@Example.com', name: 'Dana' });
    expect(staffId).toMatch(/^stf_[0-9A-Za-z]{24}$/);
    await expect(createStaffMember(ctx, { email: 'dana@example.com', name: 'Dana' })).rejects.toMatchObject({
      code: 'staff_exists',
      status: 409,
    });
  });

  it('two simultaneous requests add an address once', async () => {
    const both = await Promise.allSettled([
      createStaffMember(harness.current.ctx, { email: 'sam@example.com', name: 'Sam' }),
      createStaffMember(harness.current.ctx, { email: 'sam@example.com', name: 'Sam' }),
    ]);
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['email', { email: 'not an address', name: 'Kim' }],
    ['name', { email: 'kim@example.com', name: '  ' }],
  ])('an invalid %s is named in the error', async (path, input) => {
    await expect(createStaffMember(harness.current.ctx, input)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path }] },
    });
  });

  it('tokens are created for staff members only, found by any spelling of their address', async () => {
    const { ctx } = harness.current;
    await createStaffMember(ctx, { email: 'lee@example.com', name: 'Lee' });
    expect((await createStaffToken(ctx, { email: 'LEE@example.com', label: 'x' })).tokenId).toMatch(/^stk_/);
    const unknownToken = createStaffToken(ctx, { email: 'stranger@example.com', label: 'x' });
    await expect(unknownToken).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });
});
