import { beforeEach, describe, expect, it } from 'vitest';
import { runCommandHere } from '#test/processes/run-command-here';
import { givenConsent, chainAll, tamper } from '#testing/ledger/consent';
import { startStripe } from '#test/doubles/stripe';
import { useHarness } from '#test/harness';

const harness = useHarness();

/** Runs a command as an operator does, for a service without a card provider. */
const run = (...words: string[]) =>
  runCommandHere(harness.current.config, words, {
    BLOB_DIR: harness.current.config.objects.blobDir,
    NODE_ENV: 'test',
  });

const eras = async () =>
  (await harness.current.ctx.db.pool.query('select era::text, paused from events.log_epochs order by era')).rows;

beforeEach(async () => {
  await harness.current.ctx.db.pool.query('delete from events.log_epochs where era > 0');
});

describe('the restore commands', () => {
  it('a restored database gets an era, is paused and checked, and continues by command; both leave a row', async () => {
    const { ctx } = harness.current;
    const restored = await run('recovery', 'begin', '--json');
    const [, era] = await eras();
    expect([restored.code, JSON.parse(restored.stdout)]).toEqual([
      0,
      {
        ok: true,
        era: era.era,
        paused: true,
        holds_to_check: 0,
        holds_unknown: [],
        audit: { ok: true, rows: expect.any(Number), problem: null },
        consent: { ok: true, entries: 0, problem: null },
        documents: 0,
        objects: 0,
        documents_without_file: [],
        objects_without_document: [],
      },
    ]);
    expect(await eras()).toEqual([
      { era: '0', paused: false },
      { era: era.era, paused: true },
    ]);
    const doctor = await run('doctor', '--json');
    expect(doctor.code).toBe(1);
    const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; level: string; todo: string | null }[] };
    const worker = checks.find(({ name }) => name === 'worker');
    expect([worker?.level, worker?.todo]).toEqual(['fail', 'run makewhole recovery finish']);
    expect((await run('recovery', 'finish')).stdout).toBe('Workers resumed.\n');
    expect((await run('recovery', 'finish')).stdout).toBe('Nothing was paused.\n');
    expect((await eras()).map(({ paused }) => paused)).toEqual([false, false]);
    const { rows } = await ctx.db.pool.query(
      `select operation from audit.entries where operation like 'events.%' order by seq`,
    );
    expect(rows.map(({ operation }) => operation)).toContain('events.begin-era');
    expect(rows.map(({ operation }) => operation)).toContain('events.resume');
  });

  it('a restored database is not accepted as sound when the ledger is not', async () => {
    const { ctx } = harness.current;
    const contacts = { email: 'synthetic@example.com', phone: undefined };
    await givenConsent(ctx, { kind: 'stopped', contacts, details: { source: 'staff', channel: 'email' } });
    await chainAll(ctx);
    await tamper(harness.current.owner, "update consent.entries set kind = 'proven' where seq = 1");
    const { code, stdout } = await run('recovery', 'begin');
    expect(code).toBe(1);
    expect(stdout).toContain('ok   no card provider is configured here, so none was checked\n');
    expect((await run('holds', 'reconcile')).stdout).toMatch(/^Unknown: no card provider/);
    expect(stdout).toMatch(/^ok {3}epoch \d+ started; workers are paused until you run: makewhole recovery finish\n/);
    expect(stdout).toContain('FAIL consent ledger: entry 1 was changed\n');
    expect((await eras()).at(-1)?.paused).toBe(true);
  });

  it("a restored database is not sound while the provider holds unknown customers' money, until it is returned", async () => {
    const { config } = harness.current;
    const stripe = await startStripe(() => new Date());
    const withCards = (...words: string[]) =>
      runCommandHere(config, words, {
        BLOB_DIR: config.objects.blobDir,
        PUBLIC_BASE_URL: config.publicBaseUrl,
        ...stripe.env,
      });
    const page = { amount: 19_900, expiresAt: stripe.bank.seconds + 7200, saving: undefined };
    for (const holdId of ['hld_a', 'hld_b']) {
      const successUrl = `${config.publicBaseUrl}/checkout/return/${holdId}`;
      stripe.bank.pay(stripe.bank.openSession({ ...page, holdId, successUrl }).id, 'good');
    }
    const [held, charged] = [...stripe.bank.intents.values()];
    stripe.bank.capture(charged!.id, undefined);
    const restored = await withCards('recovery', 'begin');
    expect([restored.code, restored.stdout]).toEqual([
      1,
      expect.stringMatching(
        /^FAIL card holds for http\S+ that only the provider has: 2; see makewhole holds reconcile$/m,
      ),
    ]);
    const listed = await withCards('holds', 'reconcile');
    expect(listed.code).toBe(1);
    expect(listed.stdout).toMatch(
      /^charged {4}199\.00 .*\nheld {7}199\.00 .*\nTo close.*, add --confirm 1\n1 charged: /,
    );
    expect(held!.status).toBe('requires_capture');
    expect((await withCards('holds', 'reconcile', '--confirm', '2')).stderr).toContain('is 2, but there are 1 now');
    expect((await withCards('holds', 'reconcile', '--confirm', '1')).stdout).toContain('\n1 were closed, released');
    expect([held!.status, charged!.refunded]).toEqual(['canceled', 0]);
    stripe.behave('unavailable');
    expect((await withCards('recovery', 'begin')).stdout).toContain(
      'FAIL the card provider did not respond; try later',
    );
    await stripe.close();
  });
});
