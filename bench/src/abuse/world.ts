// The running service with a real database, a real mail server and the text provider's double. The run advances the
// clock.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { jobs, sweeps } from '@makewhole/server/src/app/workers/sweeps.ts';
import { givenPartner } from '@makewhole/server/src/modules/partners/testing.ts';
import { givenAgent } from '@makewhole/server/src/modules/agents/testing.ts';
import { givenStaffToken } from '@makewhole/server/src/modules/staff/testing.ts';
import { sweepOnce } from '@makewhole/server/src/platform/jobs/index.ts';
import { ensureTemplate } from '@makewhole/server/test/database/databases.ts';
import { startHarness, type Answer, type Harness } from '@makewhole/server/test/harness.ts';
import { startTwilio, type Twilio } from '@makewhole/server/test/doubles/twilio.ts';
import type { Random } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import type { RunStack } from '#bench/instrument';
import { requirePrograms } from '#bench/service/service';
import { Ledger, People, type Person } from './people.ts';
import { abusePolicy, type AbuseSize } from './abuse-size.ts';

/** Monday evening in New York. The run lasts one UTC day, the period of the budgets. */
const startsAt = Date.parse('2026-11-17T00:00:00.000Z');

const textPath = '/hooks/text/replies';

/** What attackers enter as a name; the service must never send it. */
export const foreignWords = 'call 1 888 555 0199';

export type { Answer } from '@makewhole/server/test/harness.ts';

/** A sender: an address, and a key if there is one. */
export type Client = { readonly address: string; readonly token?: string };

/** The same, with the name it is counted under. */
type Submitter = Client & { readonly by: string };

export class World {
  readonly harness: Harness;
  readonly twilio: Twilio;
  readonly people: People;
  readonly random: Random;
  readonly ledger = new Ledger();
  readonly size: AbuseSize;
  readonly staffTokens: readonly string[];
  readonly keys: { readonly honest: string; readonly leaked: string; readonly partner: string };
  /** Links in emails by address, newest last. */
  readonly links = new Map<string, string[]>();
  /** Numbers whose owners answered the phone and agreed. */
  readonly reached = new Set<string>();
  /** Numbers that were submitted again after a stop. */
  readonly harassed = new Set<string>();
  /** Tries and refusals by participant. */
  readonly tries = new Map<string, { tried: number; refused: number }>();
  #texts = 0;

  private constructor(
    parts: Pick<World, 'harness' | 'twilio' | 'people' | 'random' | 'size' | 'staffTokens' | 'keys'>,
  ) {
    this.harness = parts.harness;
    this.twilio = parts.twilio;
    this.people = parts.people;
    this.random = parts.random;
    this.size = parts.size;
    this.staffTokens = parts.staffTokens;
    this.keys = parts.keys;
  }

  static async start(closing: RunStack, size: AbuseSize, random: Random): Promise<World> {
    requirePrograms({ pdftotext: 'poppler-utils' });
    await ensureTemplate();
    const twilio = closing.adopt(await startTwilio(), (one) => one.close());
    const harness = await startHarness({ ...twilio.env, ...abusePolicy(size), allowTestClock: true });
    closing.adopt(harness, (one) => one.close());
    harness.clock.advance((startsAt - harness.clock.now().getTime()) / 1000);
    for (const { name, run } of jobs(harness.ctx)) if (/^(events|webhooks\.maintain)/.test(name)) await run(500);
    const staffTokens: string[] = [];
    for (let index = 0; index < size.callers; index += 1) staffTokens.push(await givenStaffToken(harness, 'caller'));
    const keys = {
      honest: (await givenAgent(harness)).key,
      leaked: (await givenAgent(harness)).key,
      partner: (await givenPartner(harness, { livemode: true })).key,
    };
    harness.mailbox.received.splice(0);
    return new World({ harness, twilio, people: new People(random), random, size, staffTokens, keys });
  }

  get now(): number {
    return this.harness.clock.now().getTime();
  }

  /** Simulated minutes since the beginning. */
  get minute(): number {
    return (this.now - startsAt) / 60_000;
  }

  advance(minutes: number): void {
    this.harness.clock.advance(minutes * 60);
  }

  below(most: number): number {
    return Math.floor(this.random() * most);
  }

  /** Sends a participant's request and counts it under their name. */
  async send(by: string, client: Client, [route, body]: readonly [route: string, body?: unknown]): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ');
    const answer = await this.harness.call(method, path, {
      ...(client.token === undefined ? {} : { token: client.token }),
      ...(body === undefined ? {} : { body }),
      headers: { 'x-forwarded-for': client.address },
    });
    this.count(by, answer.status);
    return answer;
  }

  count(by: string, status: number): void {
    const one = this.tries.get(by) ?? { tried: 0, refused: 0 };
    this.tries.set(by, { tried: one.tried + 1, refused: one.refused + (status >= 400 ? 1 : 0) });
  }

  /** Submits a case about a person. */
  submit({ by, ...client }: Submitter, person: Person, changes: Record<string, unknown> = {}): Promise<Answer> {
    const { name, email, phone, state } = person;
    const body = {
      agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
      customer: { first_name: name, email, phone },
      consent: { attestation: 'The customer asked me to submit this and expects a call.' },
      loss: { loss_state: state },
      ...changes,
    };
    return this.send(by, client, ['POST /api/agent/v1/intakes', body]);
  }

  staff(index: number, route: string, body?: unknown): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ');
    const token = this.staffTokens[index] ?? '';
    return this.harness.call(method, `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
  }

  press(path: string, decision: 'confirm' | 'decline', address = '192.0.2.200'): Promise<Answer> {
    return this.harness.call('POST', path, {
      raw: `decision=${decision}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Mozilla/5.0 (synthetic)',
        'x-forwarded-for': address,
      },
    });
  }

  /** A reply to one of our texts. */
  text(from: string, body: string): Promise<Answer> {
    const form = { From: from, Body: body };
    return this.harness.call('POST', textPath, {
      raw: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': this.twilio.sign(`${this.harness.config.publicBaseUrl}${textPath}`, form),
      },
    });
  }

  /** One run of the workers: sends messages and performs what is due. Records every sent message with its time. */
  async work(): Promise<void> {
    for (const one of sweeps(this.harness.ctx))
      if (/^(consultations|consent|customers)\./.test(one.name)) await sweepOnce(one, this.harness.ctx);
    await this.sendMessages();
  }

  async sendMessages(): Promise<void> {
    await this.harness.sendMessages();
    this.collect();
  }

  collect(): void {
    const at = this.now;
    for (const { recipients, mail, raw } of this.harness.mailbox.received.splice(0)) {
      const words = `${mail.subject ?? ''}\n${mail.text ?? ''}`;
      for (const to of recipients) {
        this.ledger.mails.push({ at, to });
        const link = /\/c\/\w{32}/.exec(`${words}\n${raw}`)?.[0];
        if (link !== undefined) this.links.set(to, [...(this.links.get(to) ?? []), link]);
      }
      if (words.includes(foreignWords)) this.ledger.foreignWords += 1;
    }
    for (const { to, body } of this.twilio.received.slice(this.#texts)) {
      this.ledger.texts.push({ at, to });
      if (body.includes(foreignWords)) this.ledger.foreignWords += 1;
    }
    this.#texts = this.twilio.received.length;
  }

  /** The total size of the files in the document folder. */
  storedBytes(): number {
    return sizeOf(this.harness.config.objects.blobDir);
  }

  /** Which of these cases count as proven. */
  async listProven(intakeIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.harness.ctx.db.many<{ source_id: string }>({
      text: `select source_id from consultations.consultations
             where source = 'agent_intake' and proven_at is not null and source_id = any($1::text[])`,
      values: [intakeIds],
    });
    return new Set(rows.map(({ source_id: id }) => id));
  }
}

function sizeOf(directory: string): number {
  return readdirSync(directory, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(directory, entry.name);
    return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size);
  }, 0);
}
