// The running service with its surroundings: a real database, mail server, receivers, and doubles of two
// providers.
import { jobs, sweeps } from '@makewhole/server/src/app/workers/sweeps.ts';
import { listSuppressed } from '@makewhole/server/src/modules/customers/index.ts';
import { deliverDue } from '@makewhole/server/src/modules/webhooks/workers.ts';
import { sweepOnce } from '@makewhole/server/src/platform/jobs/index.ts';
import { givenStaffToken } from '@makewhole/server/src/modules/staff/testing.ts';
import { ensureTemplate } from '@makewhole/server/test/database/databases.ts';
import { startHarness, type Answer, type Harness } from '@makewhole/server/test/harness.ts';
import { startReceiver, type Receiver } from '@makewhole/server/test/doubles/receiver.ts';
import { startStripe, type StripeDouble } from '@makewhole/server/test/doubles/stripe.ts';
import { startTwilio, type Twilio } from '@makewhole/server/test/doubles/twilio.ts';
import type { RunStack } from '#bench/instrument';
import { requirePrograms } from '#bench/service/service';
import { check, Difference } from './difference.ts';
import type { Message } from './model/messages.ts';
import type { Agent, Tenant } from './model/state.ts';

export type { Answer } from '@makewhole/server/test/harness.ts';

type Request = {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The expected response: its status, and its error code if it is a refusal. */
type Expected = { readonly status: number; readonly code?: string | undefined };

const textPath = '/hooks/text/replies';

export class World {
  readonly harness: Harness;
  readonly receiver: Receiver;
  readonly stripe: StripeDouble;
  readonly twilio: Twilio;
  /** Two staff members: a caller, and a lead. */
  staffTokens: readonly string[] = [];
  #linesSeen = 0;

  private constructor(parts: { harness: Harness; receiver: Receiver; stripe: StripeDouble; twilio: Twilio }) {
    this.harness = parts.harness;
    this.receiver = parts.receiver;
    this.stripe = parts.stripe;
    this.twilio = parts.twilio;
  }

  static async start(closing: RunStack): Promise<World> {
    requirePrograms({ openssl: 'openssl' });
    await ensureTemplate();
    let now = () => new Date();
    const receiver = closing.adopt(await startReceiver(), (one) => one.close());
    const stripe = closing.adopt(await startStripe(() => now()), (one) => one.close());
    const twilio = closing.adopt(await startTwilio(), (one) => one.close());
    const harness = await startHarness({
      ...stripe.env,
      ...twilio.env,
      WEBHOOK_HOST_OVERRIDES: receiver.dial,
      webhookCaFile: receiver.caFile,
      gapRequestsPerMin: 1_000_000,
    });
    closing.adopt(harness, (one) => one.close());
    now = () => harness.clock.now();
    const world = new World({ harness, receiver, stripe, twilio });
    world.staffTokens = [await givenStaffToken(harness, 'caller'), await givenStaffToken(harness, 'administrator')];
    return world;
  }

  get ctx(): Harness['ctx'] {
    return this.harness.ctx;
  }

  get base(): string {
    return this.harness.config.publicBaseUrl;
  }

  get now(): number {
    return this.harness.clock.now().getTime();
  }

  call(route: string, request: Request = {}): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ');
    return this.harness.call(method, path, request);
  }

  staff(route: string, body?: unknown, who = 1): Promise<Answer> {
    const token = this.staffTokens[who] ?? '';
    return this.call(route.replace(' ', ' /api/staff/v1'), { token, ...(body === undefined ? {} : { body }) });
  }

  partner({ institution, livemode }: Tenant, route: string, request: Request = {}): Promise<Answer> {
    const token = livemode ? institution.keys.live : institution.keys.test;
    return this.call(route.replace(' ', ' /api/gap/v1'), { token, ...request });
  }

  agent(agent: Agent | undefined, route: string, request: Request = {}): Promise<Answer> {
    const token = agent === undefined ? {} : { token: agent.key };
    return this.call(route.replace(' ', ' /api/agent/v1'), { ...token, ...request });
  }

  /** Submits a form of a page. */
  press(path: string, form: Readonly<Record<string, string>>): Promise<Answer> {
    return this.harness.call('POST', path, {
      raw: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
  }

  /** A reply to one of our texts. */
  text(from: string, body: string, changes: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const form = { From: from, Body: body, ...changes };
    return this.harness.call('POST', textPath, {
      raw: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': this.twilio.sign(`${this.base}${textPath}`, form),
      },
    });
  }

  /** Delivers all pending events of the card provider. */
  async tellOfCards(): Promise<void> {
    this.stripe.bank.passTime();
    for (const event of this.stripe.bank.events.splice(0)) {
      const answer = await this.harness.call('POST', '/providers/stripe', {
        raw: event.body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': this.stripe.sign(event.body),
        },
      });
      check('what the card provider told', answer.status, 200);
    }
  }

  async sendMessages(): Promise<void> {
    await this.harness.sendMessages();
  }

  async deliver(): Promise<void> {
    await deliverDue(this.ctx);
  }

  /** Runs each of the worker's sweeps once; with a prefix, only those that match. */
  async sweep(prefix = ''): Promise<void> {
    for (const one of sweeps(this.ctx)) if (one.name.startsWith(prefix)) await sweepOnce(one, this.ctx);
  }

  /** Creates upcoming log partitions and drops expired ones, like the nightly job. */
  async keepDays(): Promise<void> {
    for (const { name, run } of jobs(this.ctx)) if (/^(events|webhooks\.maintain)/.test(name)) await run(500);
  }

  /** Which of these contacts the service would not contact. */
  async listSilent(contacts: readonly string[]): Promise<string[]> {
    const people = contacts.map((contact) =>
      contact.includes('@') ? { email: contact, phone: undefined } : { email: undefined, phone: contact },
    );
    const suppressed = await listSuppressed(this.ctx, people);
    return contacts.filter((_contact, index) => suppressed[index] === true);
  }

  /**
   * Fails if the service logged an error. A paused channel is not an error while the test keeps its transport broken.
   */
  checkLog(broken: ReadonlySet<Message['channel']>): void {
    const lines = this.harness.logLines.slice(this.#linesSeen);
    this.#linesSeen = this.harness.logLines.length;
    const isExpected = (line: string) =>
      line.includes('"customers.transport-resting"') &&
      [...broken].some((channel) => line.includes(`"channel":"${channel}"`));
    const wrong = lines.find(
      (line) => (line.includes('"level":50') || line.includes('"level":60')) && !isExpected(line),
    );
    if (wrong !== undefined) throw new Difference(`the service logged an error: ${wrong.slice(0, 500)}`);
  }
}

/** 200, or 409 with this code. */
export const expectDone = (what: string, answer: Answer, refusal: string | undefined): void =>
  expectAnswer(what, answer, refusal === undefined ? { status: 200 } : { status: 409, code: refusal });

/** The response's status and, for a refusal, its code. */
export function expectAnswer(what: string, { status, body, text }: Answer, expected: Expected): void {
  const code = status >= 400 ? (body?.code as string | undefined) : undefined;
  const right = status === expected.status && (expected.code === undefined || code === expected.code);
  if (right) return;
  const wanted = `${expected.status} ${expected.code ?? ''}`.trim();
  throw new Difference(`${what}: answered ${status} ${code ?? ''} instead of ${wanted} (${text.slice(0, 300)})`);
}
