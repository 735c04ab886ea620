// Members of a team who sign in as a browser does: by the form, with the cookies it was given.
import { Agent, request } from 'node:http';
import type { Ctx } from '@makewhole/server/src/context.ts';
import { stepAt, totpCode } from '@makewhole/server/src/lib/tokens/totp.ts';
import { createSetup, createStaffMember } from '@makewhole/server/src/modules/staff/index.ts';

/** The public address of the service; the requests of a form must come from a page of it. */
export const origin = 'https://makewhole.example';

/** Whoever attacks has connections of their own: nobody waits for one of theirs. */
const agents = { member: new Agent({ keepAlive: true }), stranger: new Agent({ keepAlive: true, maxSockets: 512 }) };

type Form = {
  readonly port: number;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Where it comes from, as the proxy says. */
  readonly from: string;
  readonly cookie?: string;
  readonly as?: keyof typeof agents;
};

export type Posted = {
  readonly status: number;
  readonly text: string;
  readonly cookies: readonly string[];
  readonly retryAfter: string | undefined;
  readonly ms: number;
};

export function postForm({ port, path, fields, from, cookie, as = 'member' }: Form): Promise<Posted> {
  const begun = performance.now();
  const body = new URLSearchParams(fields).toString();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent: agents[as],
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
          'x-forwarded-for': from,
          origin,
          ...(cookie === undefined ? {} : { cookie }),
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (text += part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text,
            cookies: answer.headers['set-cookie'] ?? [],
            retryAfter: answer.headers['retry-after'],
            ms: performance.now() - begun,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export type Person = {
  readonly email: string;
  readonly password: string;
  /** What is left of the recovery codes: a code of an authenticator is good once in half a minute. */
  readonly codes: string[];
  /** The cookie of the device that is known. */
  device: string;
};

const deviceIn = ({ cookies }: Posted): string | undefined =>
  cookies.find((cookie) => cookie.startsWith('__Host-makewhole-device='))?.split(';', 1)[0];

/** A member who has set up password and authenticator, and with it a known device. */
export async function givenPerson(ctx: Ctx, { port, name }: { port: number; name: string }): Promise<Person> {
  const email = `${name}@example.com`;
  await createStaffMember(ctx, { email, name: 'Synthetic Member', role: 'caller' });
  const path = new URL((await createSetup(ctx, email)).url).pathname;
  const page = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const secret = /secret=([A-Z2-7]{32})/.exec(page)?.[1] ?? '';
  const password = `synthetic ${crypto.randomUUID()}`;
  const fields = { password, again: password, code: totpCode(secret, stepAt(new Date())) };
  const done = await postForm({ port, path, fields, from: '192.0.2.1' });
  const device = deviceIn(done);
  if (done.status !== 200 || device === undefined) throw new Error(`the set-up was answered ${done.status}`);
  return { email, password, codes: done.text.match(/[A-Z2-7]{4}(-[A-Z2-7]{4}){5}/g) ?? [], device };
}

/** Signs in with everything right: on the known device, or on one that is not. */
export async function signIn(person: Person, { port, known }: { port: number; known: boolean }): Promise<Posted> {
  const { email, password, codes, device } = person;
  const code = codes[0] ?? '';
  const answer = await postForm({
    port,
    path: '/sign-in',
    fields: { email, password, code },
    from: '192.0.2.1',
    ...(known ? { cookie: device } : {}),
  });
  if (answer.status === 303) {
    codes.shift();
    if (known) person.device = deviceIn(answer) ?? device;
  }
  return answer;
}
