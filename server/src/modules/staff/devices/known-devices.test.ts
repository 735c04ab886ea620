import { describe, expect, it } from 'vitest';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { useHarness, type Answer } from '#test/harness';
import {
  accountTriesMax,
  codeTriesMax,
  deviceFailuresMax,
  deviceTriesMax,
  deviceTtlS,
  devicesMax,
  tryWindowS,
} from '#platform/sign-in';
import { createSetup } from '../password/password-setup.ts';
import { givenPassword, givenSession, postForm } from '../testing.ts';
import { realm } from '../realm.ts';

const { deviceCookie, recordSignInTry } = realm;

const harness = useHarness();

type Member = Awaited<ReturnType<typeof givenPassword>>;
type Extra = { readonly cookie?: string; readonly code?: string; readonly password?: string; readonly from?: string };

const signIn = (member: Member, { cookie = '', code = member.code(), password = member.password, from }: Extra = {}) =>
  postForm(
    harness.current,
    { path: '/sign-in', headers: { cookie, ...(from === undefined ? {} : { 'x-forwarded-for': from }) } },
    { email: member.email, password, code },
  );

const deviceOf = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(deviceCookie))
    ?.split(';', 1)[0] ?? '';

/** Signs in on a device with the next code. */
async function signInOn(member: Member, cookie: string): Promise<Answer> {
  harness.current.clock.advance(30);
  return signIn(member, { cookie });
}

/** Unknown devices use up all tries of the account. */
async function attack({ email, ...member }: Member): Promise<void> {
  for (let tried = 0; tried < accountTriesMax; tried += 1) {
    const input = { email, address: `198.18.${tried}.1`, deviceId: undefined };
    expect(await recordSignInTry(harness.current.ctx, input)).toBeDefined();
  }
  expect((await signIn({ ...member, email }, { from: '198.18.99.1' })).status).toBe(429);
}

/** Whether tries with the cookie count as tries of unknown devices, which have none left. */
const isStranger = async (member: Member, cookie: string): Promise<boolean> =>
  (await signIn(member, { cookie, password: 'not the password', from: '198.18.99.2' })).status === 429;

const mails = async (staffId: string) =>
  (
    await harness.current.ctx.db.pool.query(
      `select from customers.messages where purpose = 'access.new-device' and subject_id = $1`,
      [staffId],
    )
  ).rowCount;

describe('a known device', () => {
  it('a known device lets its owner in after unknown devices have used up every try', async () => {
    const member = await givenPassword(harness.current);
    await attack(member);
    expect((await signIn(member, { cookie: member.device })).status).toBe(303);
  });

  it('a device cookie grants no access by itself, and counts as unknown for every other account', async () => {
    const [member, other] = [await givenPassword(harness.current), await givenPassword(harness.current)];
    const answer = await signIn(member);
    expect(answer.headers.getSetCookie()[1]).toMatch(
      new RegExp(`^${deviceCookie}=\\w{43}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${deviceTtlS}$`),
    );
    const cookie = deviceOf(answer);
    expect((await harness.current.call('GET', '/api/staff/v1/me', { headers: { cookie } })).status).toBe(401);
    await attack(other);
    expect(await isStranger(other, cookie)).toBe(true);
    expect(await isStranger(other, `${deviceCookie}=${'x'.repeat(43)}`)).toBe(true);
    expect(await isStranger(other, other.device)).toBe(false);
  });

  it('a known device has ten tries in fifteen minutes and thirty in all, so a stolen cookie has no more', async () => {
    const member = await givenPassword(harness.current);
    const wrong = () => signIn(member, { cookie: member.device, password: 'not the password' });
    for (let tried = 0; tried < deviceFailuresMax; tried += 1) {
      if (tried > 0 && tried % deviceTriesMax === 0) {
        const refused = await wrong();
        expect([refused.status, refused.text.includes('Too many attempts. Wait fifteen minutes.')]).toEqual([
          429,
          true,
        ]);
        harness.current.clock.advance(tryWindowS);
      }
      expect((await wrong()).status).toBe(403);
    }
    harness.current.clock.advance(tryWindowS);
    await attack(member);
    expect(await isStranger(member, member.device)).toBe(true);
  });

  it("every sign-in resets a known device's tries, failures and ninety days", async () => {
    const member = await givenPassword(harness.current);
    let cookie = member.device;
    for (let round = 0; round < 4; round += 1) {
      for (let tried = 0; tried < deviceTriesMax - 1; tried += 1)
        expect((await signIn(member, { cookie, password: 'not the password' })).status).toBe(403);
      harness.current.clock.advance(deviceTtlS - 60);
      const answer = await signInOn(member, cookie);
      expect(answer.status).toBe(303);
      cookie = deviceOf(answer);
    }
    await attack(member);
    expect(await isStranger(member, cookie)).toBe(false);
    harness.current.clock.advance(deviceTtlS);
    await attack(member);
    expect(await isStranger(member, cookie)).toBe(true);
  });

  it('has another cookie after every sign-in; the one before works until the new one was used', async () => {
    const member = await givenPassword(harness.current);
    const second = deviceOf(await signInOn(member, member.device));
    expect(second).not.toBe(member.device);
    // As if the response had been lost.
    const third = deviceOf(await signInOn(member, member.device));
    const fourth = deviceOf(await signInOn(member, third));
    await attack(member);
    for (const [cookie, stranger] of [
      [member.device, true],
      [second, true],
      [third, false],
      [fourth, false],
    ] as const)
      expect(await isStranger(member, cookie)).toBe(stranger);
  });

  it('a device stays known after its owner signs out, and is known separately for each member who signs in on it', async () => {
    const [member, other] = [await givenPassword(harness.current), await givenPassword(harness.current)];
    const first = await signInOn(member, member.device);
    const session = first.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    await postForm(harness.current, { path: '/sign-out', headers: { cookie: session } }, {});
    const cookie = deviceOf(await signInOn(other, deviceOf(first)));
    await attack(member);
    await attack(other);
    expect([await isStranger(member, cookie), await isStranger(other, cookie)]).toEqual([false, false]);
  });

  it('has codes of its own behind the right password', async () => {
    const member = await givenPassword(harness.current);
    for (let tried = 0; tried < codeTriesMax; tried += 1) {
      if (tried % accountTriesMax === 0) harness.current.clock.advance(tryWindowS);
      expect((await signIn(member, { code: '000000', from: `198.19.${tried}.1` })).status).toBe(403);
    }
    harness.current.clock.advance(tryWindowS);
    expect((await signIn(member)).status).toBe(403);
    expect((await signIn(member, { cookie: member.device })).status).toBe(303);
  });

  it('a member has at most ten known devices, and the least recently used one is dropped', async () => {
    const member = await givenPassword(harness.current);
    for (let device = 0; device < devicesMax; device += 1) await signInOn(member, '');
    const { rows } = await harness.current.ctx.db.pool.query(
      'select count(*)::int as devices from staff.known_devices where staff_id = $1',
      [member.staffId],
    );
    expect(rows).toEqual([{ devices: devicesMax }]);
    await attack(member);
    expect(await isStranger(member, member.device)).toBe(true);
  });
});

describe('how a device becomes unknown again', () => {
  const staffCall = async (method: 'POST' | 'PATCH', path: string, body?: object) => {
    const { headers } = await givenSession(harness.current);
    const answer = await harness.current.call(method, `/api/staff/v1/staff/${path}`, { headers, body: body ?? {} });
    expect(answer.status).toBe(200);
  };

  it.each<[string, (member: Member) => Promise<unknown>]>([
    ['the password is set anew', (member) => finishAgain(member)],
    ['an administrator resets the sign-in', ({ staffId }) => staffCall('POST', `${staffId}/set-up`)],
    ['an administrator ends all sessions', ({ staffId }) => staffCall('POST', `${staffId}/sessions/end`)],
    [
      'the account is disabled, also when it is enabled later',
      async ({ staffId }) => {
        await staffCall('PATCH', staffId, { disabled: true });
        await staffCall('PATCH', staffId, { disabled: false });
      },
    ],
  ])('a device is unknown again when %s', async (_name, end) => {
    const member = await givenPassword(harness.current);
    await attack(member);
    expect(await isStranger(member, member.device)).toBe(false);
    await end(member);
    expect(await isStranger(member, member.device)).toBe(true);
  });

  it('a device is unknown again when its owner ends its session from elsewhere', async () => {
    const member = await givenPassword(harness.current);
    const lost = await signInOn(member, member.device);
    const [session = '', cookie = ''] = lost.headers.getSetCookie().map((text) => text.split(';', 1)[0] ?? '');
    const headers = { cookie: session, origin: new URL(harness.current.config.publicBaseUrl).origin };
    const { body } = await harness.current.call('GET', '/api/staff/v1/me', { headers });
    const ended = await harness.current.call('DELETE', `/api/staff/v1/me/sessions/${body.session.id}`, { headers });
    expect(ended.status).toBe(200);
    await attack(member);
    expect(await isStranger(member, cookie)).toBe(true);
  });

  async function finishAgain({ email, password }: Member): Promise<void> {
    const path = new URL((await createSetup(harness.current.ctx, email)).url).pathname;
    const page = await harness.current.call('GET', path);
    const secret = /secret=([A-Z2-7]{32})/.exec(page.text)?.[1] ?? '';
    const code = totpCode(secret, stepAt(harness.current.clock.now()));
    expect((await postForm(harness.current, path, { password, again: password, code })).status).toBe(200);
  }
});

describe('a sign-in on a new device', () => {
  it('is told to the owner by one mail, and one on a known device by none', async () => {
    const member = await givenPassword(harness.current);
    expect((await signIn(member, { cookie: member.device })).status).toBe(303);
    expect(await mails(member.staffId)).toBe(0);
    expect((await signInOn(member, '')).status).toBe(303);
    expect(await mails(member.staffId)).toBe(1);
    await harness.current.sendMessages();
    const [mail] = harness.current.mailbox.to(member.email);
    expect(mail?.mail.text).toContain('on a device or browser on which you had not signed in before');
  });
});
