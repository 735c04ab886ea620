import { describe, expect, it } from 'vitest';
import { portalRoles } from '#lib/api/portal-roles';
import { setPrincipalStatus } from '#modules/credentials';
import { useHarness, type Answer } from '#test/harness';
import { givenInstitution } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';

const harness = useHarness();
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim();
const withoutId = ({ body }: Answer) => ({ ...body, request_id: '', instance: '' });

describe('a user of the portal', () => {
  it.each(portalRoles)(
    'a portal user sees their institution in both modes, with the permissions of the role %s',
    async (role) => {
      const user = await givenPortalUser(harness.current, { role });
      for (const mode of ['test', 'live'] as const) {
        const { status, body } = await user.call('GET', '/institution', { mode });
        expect([status, body.id, body.role, body.livemode]).toEqual([200, user.institutionId, role, mode === 'live']);
        expect(body.permissions.includes('members.write')).toBe(role === 'owner' || role === 'admin');
      }
    },
  );

  it('a portal user may have roles at several institutions, and sees no other', async () => {
    const h = harness.current;
    const first = await givenPortalUser(h, { role: 'admin' });
    const second = await givenPortalUser(h, { role: 'finance', userId: first.userId });
    const { body } = await h.call('GET', '/api/portal/v1/me', { headers: first.headers });
    const roles = body.institutions.map(({ id, role }: { id: string; role: string }) => `${id} ${role}`);
    expect(roles.sort()).toEqual([`${first.institutionId} admin`, `${second.institutionId} finance`].sort());
    const foreign = await givenInstitution(h);
    const path = (id: string) => `/api/portal/v1/${id}/test/institution`;
    const answers = await Promise.all(
      [foreign.id, 'inst_none', 'x', '%27', 'x'.repeat(65)].map((id) =>
        h.call('GET', path(id), { headers: first.headers }),
      ),
    );
    expect(answers.map(codeOf)).toEqual(Array(5).fill('404 not_found'));
    expect(withoutId(answers[0]!)).toEqual(withoutId(answers[1]!));
  });

  it('a portal user needs a session, a mode and an institution that is not suspended', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h);
    const path = `/api/portal/v1/${user.institutionId}`;
    expect(codeOf(await h.call('GET', `${path}/test/institution`))).toBe('401 unauthorized');
    expect(codeOf(await h.call('GET', `${path}/prod/institution`, { headers: user.headers }))).toBe('404 not_found');
    await setPrincipalStatus(h.ctx, user.institutionId, 'suspended');
    expect(codeOf(await user.call('GET', '/institution'))).toBe('403 institution_suspended');
  });

  it('a portal user is signed out after 30 idle minutes, after 12 hours, and immediately on request', async () => {
    const h = harness.current;
    const [idle, busy, leaving] = await Promise.all([1, 2, 3].map(() => givenPortalUser(h)));
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      expect((await busy!.call('GET', '/institution')).status).toBe(200);
      h.clock.advance(20 * 60);
    }
    expect(codeOf(await busy!.call('GET', '/institution'))).toBe('401 unauthorized');
    expect(codeOf(await idle!.call('GET', '/institution'))).toBe('401 unauthorized');
    expect(codeOf(await leaving!.call('GET', '/institution'))).toBe('401 unauthorized');
    const again = await givenPortalUser(h);
    const foreign = { ...again.headers, origin: 'https://elsewhere.example' };
    expect(codeOf(await h.call('DELETE', '/api/portal/v1/session', { headers: foreign }))).toBe('403 foreign_request');
    expect((await h.call('DELETE', '/api/portal/v1/session', { headers: again.headers })).status).toBe(200);
    expect(codeOf(await again.call('GET', '/institution'))).toBe('401 unauthorized');
  });
});
