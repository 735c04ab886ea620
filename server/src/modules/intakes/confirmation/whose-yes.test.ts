import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { useHarness, type Answer } from '#test/harness';
import type { IntakeRequest } from '../schemas.ts';
import {
  daysInSeconds,
  eventTypes,
  givenIntake,
  givenTeam,
  linkPath,
  minimalIntake,
  newEmail,
  newPhone,
  poll,
  press,
  pressSent,
  sentLinkPath,
  submit,
  type CreatedReceipt,
  type Team,
} from '../testing.ts';
import { consentWords } from './link-messages.ts';
import { wordsOf } from './rules.ts';

const harness = useHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

const silent = (): IntakeRequest['consent'] => ({ ...minimalIntake().consent, notify_customer: false });
const givenBoth = (): Promise<CreatedReceipt> =>
  givenIntake(harness.current, { customer: { email: newEmail(), phone: newPhone() } });
const look = (path: string): Promise<Answer> => harness.current.call('GET', path);
const statusOf = async (receipt: CreatedReceipt): Promise<string> => (await poll(harness.current, receipt)).body.status;
const events = ({ intake_id: id }: CreatedReceipt): Promise<string[]> => eventTypes(harness.current, id);

async function provenAt({ intake_id: id }: CreatedReceipt): Promise<Date | null | undefined> {
  const text = 'select proven_at from consultations.consultations where source_id = $1';
  return (await harness.current.ctx.db.find<{ proven_at: Date | null }>({ text, values: [id] }))?.proven_at;
}

/** The ledger of an intake, oldest first. */
async function ledger({
  intake_id: id,
}: CreatedReceipt): Promise<{ kind: string; details: Record<string, unknown> }[]> {
  const { ctx } = harness.current;
  const rows = await ctx.db.many<{ id: string; kind: string; encrypted_details: Buffer }>({
    text: 'select id, kind, encrypted_details from consent.entries where subject_id = $1 order by id',
    values: [id],
  });
  return rows.map(({ id: entry, kind, encrypted_details: sealed }) => ({
    kind,
    details: JSON.parse(ctx.vault.decrypt(sealed, `consent.entries/${entry}`)),
  }));
}

const { asking: askingWording, again: againWording } = consentWords.en;

describe('a yes by the relayed link', () => {
  it('a relayed yes confirms the intake, is marked as relayed, and proves nothing', async () => {
    const customer = { email: newEmail(), phone: newPhone() };
    const forged = await givenIntake(harness.current, { customer, consent: silent() });
    const { status } = await harness.current.call('POST', linkPath(forged), {
      raw: 'decision=confirm',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Mozilla/5.0 (iPhone; synthetic)',
        'x-forwarded-for': '203.0.113.7',
      },
    });
    expect([status, await statusOf(forged)]).toEqual([303, 'customer_confirmed']);
    expect(await events(forged)).toEqual(['intake.received', 'intake.customer_confirmed']);
    const record = await team.record(forged.intake_id);
    expect(record).toMatchObject({
      proven: null,
      confirmation: { via: 'relayed', ip: '203.0.113.7', user_agent: 'Mozilla/5.0 (iPhone; synthetic)' },
    });
    expect(await provenAt(forged)).toBeNull();
    expect((await ledger(forged)).map(({ kind }) => kind).toSorted()).toEqual(['answered', 'attested']);
    // A later submission of the customer's real agent is accepted.
    const agent = await givenAgent(harness.current);
    const real = await submit(harness.current, minimalIntake({ customer }), { token: agent.key });
    expect([real.status, real.body.status]).toEqual([201, 'received']);
  });

  it('a relayed yes does not suppress our own message to the customer', async () => {
    const customer = { email: newEmail() };
    const forged = await givenIntake(harness.current, { customer });
    await press(harness.current, forged, 'confirm');
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(customer.email)).toHaveLength(1);
    expect(await statusOf(forged)).toBe('customer_confirmed');
  });

  it('a relayed yes is proven when a person is reached by phone, without a second event', async () => {
    const receipt = await givenBoth();
    await press(harness.current, receipt, 'confirm');
    expect((await team.call(receipt.intake_id, 'confirmed')).status).toBe(200);
    expect(await team.record(receipt.intake_id)).toMatchObject({ proven: 'call', confirmation: { via: 'relayed' } });
    expect(await events(receipt)).toEqual(['intake.received', 'intake.customer_confirmed']);
    expect((await team.call(receipt.intake_id, 'confirmed')).status).toBe(200);
    expect(await events(receipt)).toEqual(['intake.received', 'intake.customer_confirmed']);
  });
});

describe('a customer on the phone who never asked', () => {
  it('a customer on the phone can take back a relayed yes and a proven one', async () => {
    const [forged, own] = [await givenBoth(), await givenBoth()];
    await press(harness.current, forged, 'confirm');
    await pressSent(harness.current, own, { via: 'text' });
    expect((await team.call(own.intake_id, 'not_requested')).body.status).toBe('declined');
    expect((await team.call(forged.intake_id, 'not_requested')).body).toMatchObject({
      status: 'declined',
      proven: null,
    });
    expect(await events(forged)).toEqual(['intake.received', 'intake.customer_confirmed', 'intake.declined']);
  });
});

describe('the emailed and the texted link', () => {
  it('sent links differ from the one in the receipt and from each other, and all three open the page', async () => {
    const receipt = await givenBoth();
    const paths = [
      linkPath(receipt),
      await sentLinkPath(harness.current, receipt.intake_id, 'email'),
      await sentLinkPath(harness.current, receipt.intake_id, 'text'),
    ];
    expect(new Set(paths).size).toBe(3);
    for (const path of paths) expect((await look(path)).text).toContain(askingWording.yes);
    expect((await poll(harness.current, receipt)).body.customer_confirmation_url).toBe(
      receipt.customer_confirmation_url,
    );
  });

  it.each(['email', 'text'] as const)('sent links by %s prove the contact that the message went to', async (via) => {
    const receipt = await givenBoth();
    harness.current.clock.advance(1);
    expect((await pressSent(harness.current, receipt, { via })).status).toBe(303);
    const words = wordsOf(askingWording);
    const shown = {
      via,
      token: expect.stringMatching(/^[0-9a-f]{16}$/),
      wording_version: askingWording.version,
      wording_hash: createHash('sha256').update(words).digest('hex'),
    };
    expect(await team.record(receipt.intake_id)).toMatchObject({
      status: 'customer_confirmed',
      proven: via,
      confirmation: { by: 'customer', ...shown },
    });
    expect(await provenAt(receipt)).toEqual(harness.current.clock.now());
    const [, ...told] = await ledger(receipt);
    expect(told.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toEqual([
      {
        kind: 'answered',
        details: { decision: 'yes', ...shown, claimed_address: '127.0.0.1', claimed_browser: expect.any(String) },
      },
      { kind: 'proven', details: { by: via } },
    ]);
    const kept = await harness.current.ctx.db.find<{ words: string }>({
      text: 'select words from consent.wordings where version = $1',
      values: [askingWording.version],
    });
    expect(kept?.words).toBe(words);
    // The same link again changes nothing.
    expect((await pressSent(harness.current, receipt, { via })).status).toBe(303);
    expect(await ledger(receipt)).toHaveLength(3);
  });

  it('sent links record the wording that the form was shown with, even if another one is current by then', async () => {
    const receipt = await givenBoth();
    const path = await sentLinkPath(harness.current, receipt.intake_id, 'email');
    expect((await look(path)).text).toContain(`name="wording" value="${askingWording.version}"`);
    harness.current.clock.advance(1);
    await press(harness.current, receipt, 'confirm');
    harness.current.clock.advance(1);
    const form = new URLSearchParams({ decision: 'confirm', wording: askingWording.version });
    await harness.current.call('POST', path, {
      raw: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const answers = (await ledger(receipt)).filter(({ kind }) => kind === 'answered');
    expect(answers.map(({ details }) => [details['via'], details['wording_version']])).toEqual([
      ['relayed', askingWording.version],
      ['email', askingWording.version],
    ]);
  });

  it('sent links prove the contact after a relayed yes, without a second status change', async () => {
    const receipt = await givenBoth();
    await press(harness.current, receipt, 'confirm');
    const path = await sentLinkPath(harness.current, receipt.intake_id, 'email');
    const asked = await look(path);
    expect(asked.text).toContain(againWording.heading);
    expect(asked.text).toContain(againWording.no);
    expect((await look(linkPath(receipt))).text).toContain('Thank you, you are confirmed.');
    expect((await pressSent(harness.current, receipt, { via: 'email' })).status).toBe(303);
    expect((await look(path)).text).toContain('Thank you, you are confirmed.');
    expect(await team.record(receipt.intake_id)).toMatchObject({
      status: 'customer_confirmed',
      proven: 'email',
      confirmation: { via: 'relayed' },
    });
    expect(await events(receipt)).toEqual(['intake.received', 'intake.customer_confirmed']);
  });

  it.each(['email', 'text'] as const)('sent links by %s take back a relayed yes', async (via) => {
    const receipt = await givenBoth();
    harness.current.clock.advance(1);
    await press(harness.current, receipt, 'confirm');
    harness.current.clock.advance(1);
    expect((await pressSent(harness.current, receipt, { via, decision: 'decline' })).status).toBe(303);
    const record = await team.record(receipt.intake_id);
    expect([record.status, record.proven]).toEqual(['declined', null]);
    expect(record.consultation?.closed_at).toBe(harness.current.clock.now().toISOString());
    expect(await events(receipt)).toEqual(['intake.received', 'intake.customer_confirmed', 'intake.declined']);
    expect((await ledger(receipt)).at(-1)).toMatchObject({ kind: 'answered', details: { decision: 'no', via } });
    expect((await press(harness.current, receipt, 'confirm')).status).toBe(409);
  });

  it('sent links take nothing back once the consultation has started', async () => {
    const receipt = await givenBoth();
    await press(harness.current, receipt, 'confirm');
    await team.start(receipt.intake_id);
    const path = await sentLinkPath(harness.current, receipt.intake_id, 'email');
    expect((await look(path)).text).not.toContain(againWording.no);
    expect((await pressSent(harness.current, receipt, { via: 'email', decision: 'decline' })).status).toBe(409);
    expect(await statusOf(receipt)).toBe('consultation_active');
  });

  it.each(['email', 'text', 'call'] as const)('sent links do not take back a yes proven by %s', async (by) => {
    const receipt = await givenBoth();
    if (by === 'call') await team.call(receipt.intake_id, 'confirmed');
    else await pressSent(harness.current, receipt, { via: by });
    const via = by === 'email' ? 'text' : 'email';
    const path = await sentLinkPath(harness.current, receipt.intake_id, via);
    expect((await look(path)).text).not.toContain(againWording.no);
    expect((await pressSent(harness.current, receipt, { via, decision: 'decline' })).status).toBe(409);
    // It still proves the other contact.
    harness.current.clock.advance(1);
    expect((await pressSent(harness.current, receipt, { via })).status).toBe(303);
    expect((await ledger(receipt)).filter(({ kind }) => kind === 'proven')).toHaveLength(2);
    expect(await team.record(receipt.intake_id)).toMatchObject({ status: 'customer_confirmed', proven: by });
  });

  it('sent links decline an undecided intake like any other link, and expire like it', async () => {
    const [no, late] = [await givenBoth(), await givenBoth()];
    expect((await pressSent(harness.current, no, { via: 'text', decision: 'decline' })).status).toBe(303);
    expect(await statusOf(no)).toBe('declined');
    harness.current.clock.advance(daysInSeconds(14));
    expect((await pressSent(harness.current, late, { via: 'text' })).status).toBe(410);
  });

  it('sent links record one event and one proof each when both are used thirty times simultaneously', async () => {
    const receipt = await givenBoth();
    const presses = Array.from({ length: 30 }, (_, index) =>
      pressSent(harness.current, receipt, { via: index % 2 === 0 ? 'email' : 'text' }),
    );
    expect(new Set((await Promise.all(presses)).map(({ status }) => status))).toEqual(new Set([303]));
    expect(await events(receipt)).toEqual(['intake.received', 'intake.customer_confirmed']);
    expect((await ledger(receipt)).filter(({ kind }) => kind === 'proven')).toHaveLength(2);
  });
});
