import { describe, expect, it } from 'vitest';
import { useHarness, type Answer, type Harness } from '#test/harness';
import { createSetup } from '../password/password-setup.ts';
import { givenStaff } from '../testing.ts';
import { createDemoLink, signInWithDemoLink } from './demo-links.ts';

const harness = useHarness();

const pathOf = async ({ ctx }: Harness, email: string) => new URL((await createDemoLink(ctx, email)).url).pathname;

const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie')?.split(';', 1)[0] ?? '';

const click = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  harness.current.call('GET', path, { headers });

describe('a link of the demo', () => {
  it('signs its person in with one click, once, and leads to the board alone', async () => {
    const { staffId, email } = await givenStaff(harness.current, 'lead');
    const path = await pathOf(harness.current, email);
    const entered = await click(`${path}?next=https://elsewhere.test`);
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/board']);
    const { body } = await harness.current.call('GET', '/api/staff/v1/me', { headers: { cookie: cookieOf(entered) } });
    expect(body).toMatchObject({ id: staffId, role: 'lead' });
    const again = await click(path);
    expect([again.status, cookieOf(again)]).toEqual([404, '']);
  });

  it('one of two simultaneous clicks on a demo link signs in', async () => {
    const path = await pathOf(harness.current, (await givenStaff(harness.current)).email);
    const statuses = (await Promise.all([click(path), click(path)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 404]);
  });

  it('a demo link ends after an hour, when a newer one is made, and with the account', async () => {
    const { current } = harness;
    const [late, replaced, disabled] = await Promise.all([1, 2, 3].map(() => givenStaff(current)));
    const paths = [late, replaced, disabled].map((one) => pathOf(current, one?.email ?? ''));
    const [latePath = '', replacedPath = '', disabledPath = ''] = await Promise.all(paths);
    await pathOf(current, replaced?.email ?? '');
    await current.ctx.db.many({
      text: 'update staff.members set disabled_at = $2 where id = $1',
      values: [disabled?.staffId, current.clock.now()],
    });
    expect([(await click(replacedPath)).status, (await click(disabledPath)).status]).toEqual([404, 404]);
    current.clock.advance(3600);
    expect((await click(latePath)).status).toBe(404);
  });

  it('is not used up by looking at it, and not served to another machine', async () => {
    const path = await pathOf(harness.current, (await givenStaff(harness.current)).email);
    expect((await harness.current.call('HEAD', path)).status).toBe(404);
    expect((await click(path, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404);
    expect((await click(path)).status).toBe(303);
  });

  it('is no set-up link, and a set-up link is none of the demo', async () => {
    const [one, other] = [await givenStaff(harness.current), await givenStaff(harness.current)];
    const path = await pathOf(harness.current, one.email);
    expect((await click(path.replace('/demo/', '/set-up/'))).status).toBe(404);
    const setup = new URL((await createSetup(harness.current.ctx, other.email)).url).pathname;
    expect((await click(setup.replace('/set-up/', '/demo/'))).status).toBe(404);
  });

  it('a demo link is stored as a fingerprint and is never logged', async () => {
    const { current } = harness;
    const { staffId, email } = await givenStaff(current);
    const path = await pathOf(current, email);
    await click(path);
    const token = path.split('/').at(-1) ?? '';
    const rows = await current.ctx.db.many<{ row: string }>({
      text: 'select u::text as row from staff.setups u where staff_id = $1',
      values: [staffId],
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token).toString('hex'));
    expect(current.logLines.filter((line) => line.includes(token))).toEqual([]);
    expect(current.logLines.some((line) => line.includes('access.sign-in-by-demo-link'))).toBe(true);
  });
});

describe('in production', () => {
  const production = useHarness({ NODE_ENV: 'production', PUBLIC_BASE_URL: 'https://makewhole.test' });

  it('no link is made, none is taken, and there is no such page', async () => {
    const { ctx } = production.current;
    const { email } = await givenStaff(production.current);
    await expect(createDemoLink(ctx, email)).rejects.toMatchObject({ code: 'forbidden' });
    // Imitates a demo database that became a production database.
    const outside = { ...ctx, config: { ...ctx.config, production: false } };
    const { url } = await createDemoLink(outside, email);
    const { pathname } = new URL(url);
    const unknown = await production.current.call('GET', '/no-such-page');
    const answer = await production.current.call('GET', pathname);
    expect([answer.status, answer.text, cookieOf(answer)]).toEqual([404, unknown.text, '']);
    const token = pathname.split('/').at(-1) ?? '';
    expect(await signInWithDemoLink(ctx, token)).toBeUndefined();
    expect(await signInWithDemoLink(outside, token)).toBeDefined();
  });
});
