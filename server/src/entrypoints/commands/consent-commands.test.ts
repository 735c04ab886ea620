import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandHere } from '#test/processes/run-command-here';
import { chainAll, givenConsent, tamper } from '#testing/ledger/consent';
import { givenIntake } from '#testing/intakes';
import { useHarness } from '#test/harness';

const harness = useHarness();

/** Runs a command as an operator does. */
const run = (...words: string[]) => runCommandHere(harness.current.config, words);

const noAnchors = 'no signed anchors: AUDIT_ANCHOR_STORE is not set\n';

describe('the consent commands', () => {
  it('the consent ledger is verified without entries, with some, and after an edit', async () => {
    const { ctx } = harness.current;
    const before = (await ctx.db.pool.query('select count(*)::int as rows from consent.entries')).rows[0].rows;
    expect(before).toBe(0);
    const empty = await run('consent', 'verify');
    expect([empty.code, empty.stdout]).toEqual([
      0,
      `ok: 0 entries, 0 not chained yet, 0 wordings\nanchor 0:\n${noAnchors}`,
    ]);
    const contacts = { email: 'synthetic@example.com', phone: undefined };
    const entry = { kind: 'stopped', contacts, details: { source: 'staff', channel: 'email' } } as const;
    await givenConsent(ctx, entry, entry, entry);
    await chainAll(ctx);
    await givenConsent(ctx, entry);
    const whole = await run('consent', 'verify', '--json');
    const { anchor, ...counts } = JSON.parse(whole.stdout);
    expect([whole.code, counts]).toEqual([
      0,
      { ok: true, entries: 3, unchained: 1, wordings: 0, broken_seq: null, problem: null, anchors: null },
    ]);
    expect((await run('consent', 'verify', '--anchor', anchor)).code).toBe(0);
    expect((await run('consent', 'verify', '--anchor', `3:${'0'.repeat(64)}`)).code).toBe(1);
    await tamper(harness.current.owner, "update consent.entries set kind = 'proven' where seq = 2");
    const broken = await run('consent', 'verify');
    expect([broken.code, broken.stdout]).toEqual([
      1,
      `BROKEN at entry 2: entry 2 was changed\nchecked up to there: 1 entries, 0 not chained yet, 0 wordings\n${noAnchors}`,
    ]);
    await tamper(harness.current.owner, "update consent.entries set kind = 'stopped' where seq = 2");
  });

  it('the consent record of one case is exported as JSON and as a private file, and leaves an audit row', async () => {
    const { ctx } = harness.current;
    const { intake_id: id } = await givenIntake(harness.current);
    const contacts = { email: undefined, phone: '+12125550142', test: false };
    await givenConsent(ctx, { kind: 'called', contacts, subjectId: id, details: { outcome: 'voicemail' } });
    const printed = await run('consent', 'export', id);
    const record = JSON.parse(printed.stdout);
    expect([printed.code, record.source_id, record.verification.ok]).toEqual([0, id, true]);
    expect(record.entries.map(({ kind }: { kind: string }) => kind)).toContain('called');
    const folder = await mkdtemp(join(tmpdir(), 'makewhole-consent-'));
    const file = join(folder, 'record.pdf');
    expect((await run('consent', 'export', record.number, '--pdf', file)).stdout).toBe(`wrote ${file}\n`);
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await run('consent', 'export', id, '--pdf', file)).code).toBe(1);
    await rm(folder, { recursive: true });
    const nobody = await run('consent', 'export', 'int_unknown');
    expect([nobody.code, nobody.stderr.trim()]).toEqual([1, 'No consultation has this id.']);
    const { rows } = await ctx.db.pool.query(
      "select kind, subject_id from audit.entries where operation = 'board.get-consent'",
    );
    expect(rows).toEqual([1, 2, 3].map(() => ({ kind: 'view', subject_id: record.consultation_id })));
  });
});
