import type { StaffRole } from '#actor';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { transact } from '#platform/db';
import type { Harness } from '#test/harness';
import { createStaffMember } from './members/members.ts';
import { createSetup } from './password/password-setup.ts';
import { createSession } from './sessions/sessions.ts';
import { createStaffToken } from './tokens/tokens.ts';

/** A staff member and one of their tokens. */
export async function givenStaffToken(harness: Harness, role?: StaffRole): Promise<string> {
  const { email } = await givenStaff(harness, role);
  return (await createStaffToken(harness.ctx, { email, label: 'tests' })).token;
}

export async function givenStaff(harness: Harness, role?: StaffRole): Promise<{ staffId: string; email: string }> {
  const email = `staff-${crypto.randomUUID()}@example.com`;
  const { staffId } = await createStaffMember(harness.ctx, {
    email,
    name: 'Synthetic Staff',
    role: role ?? 'administrator',
  });
  return { staffId, email };
}

export type Browser = {
  readonly staffId: string;
  readonly email: string;
  readonly sessionId: string;
  /** What a board page sends with every call. */
  readonly headers: Readonly<Record<string, string>>;
};

/** A signed-in staff member. */
export async function givenSession(harness: Harness, role?: StaffRole): Promise<Browser> {
  const { staffId, email } = await givenStaff(harness, role);
  const { id, cookie } = await transact(harness.ctx, (tx) =>
    createSession(tx, { staffId, method: 'password', fresh: true }),
  );
  const headers = { cookie: cookie.split(';', 1)[0] ?? '', origin: new URL(harness.config.publicBaseUrl).origin };
  return { staffId, email, sessionId: id, headers };
}

/** Submits a form as a browser does. */
export const postForm = (
  harness: Harness,
  to: string | { readonly path: string; readonly headers: Readonly<Record<string, string>> },
  form: Readonly<Record<string, string>>,
) => {
  const { path, headers } = typeof to === 'string' ? { path: to, headers: {} } : to;
  return harness.call('POST', path, {
    raw: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(harness.config.publicBaseUrl).origin,
      ...headers,
    },
  });
};

/**
 * A staff member with password and authenticator, set up through the link. `code` is the current code, `device` the cookie of the browser
 * used for the set-up.
 */
export async function givenPassword(harness: Harness, role?: StaffRole) {
  const { staffId, email } = await givenStaff(harness, role);
  const { url } = await createSetup(harness.ctx, email);
  const path = new URL(url).pathname;
  const page = await harness.call('GET', path);
  const secret = /secret=([A-Z2-7]{32})/.exec(page.text)?.[1] ?? '';
  const password = `synthetic ${crypto.randomUUID()}`;
  const code = () => totpCode(secret, stepAt(harness.clock.now()));
  const done = await postForm(harness, path, { password, again: password, code: code() });
  if (done.status !== 200) throw new Error(`the set-up was answered ${done.status}`);
  const recoveryCodes = done.text.match(/[A-Z2-7]{4}(-[A-Z2-7]{4}){5}/g) ?? [];
  // The set-up used the previous code up.
  harness.clock.advance(30);
  const device = done.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return { staffId, email, password, secret, code, recoveryCodes, setupPath: path, device };
}

/** A queued email about a sign-in on a new device, and the change that makes it obsolete. */
export async function givenDeviceMail(harness: Harness, to: string) {
  const { staffId, password, code } = await givenPassword(harness);
  await harness.ctx.db.pool.query('update staff.members set email = $2 where id = $1', [staffId, to]);
  const { status } = await postForm(harness, '/sign-in', { email: to, password, code: code() });
  if (status !== 303) throw new Error(`the sign-in was answered ${status}`);
  return { subjectId: staffId, overtake: async () => harness.clock.advance(7 * 86_400 + 1) };
}
