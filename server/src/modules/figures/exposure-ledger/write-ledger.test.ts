import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { computeMonths, computeTotals, toLedgerRow } from '../exposure/ledger-rules.ts';
import type { ExposureLedger } from '../exposure/schemas.ts';
import { writeLedgerCsv } from './ledger.ts';
import { writeLedgerPdf } from './write-ledger-pdf.ts';

const team = {
  name: 'Synthetic Team',
  address: '1 Example Street, Springfield',
  phone: '+12025550100',
  email: 'help@example.com',
};

/** Every seventh is of unknown basis; amounts with odd cents, some above the payoff, some below the first offer. */
function syntheticLedger(count: number, externalRef: string | null = null): ExposureLedger {
  const rows = Array.from({ length: count }, (_, index) => {
    const settledAt = new Date(Date.UTC(2026, index % 12, 1 + (index % 28)));
    const loan = {
      institutionId: 'inst_synthetic',
      livemode: true,
      id: `ref_${index}`,
      externalRef,
      consultationId: null,
      consultationNumber: `CN-${10_000_000 + index}`,
      payoffCents: 1_000_003 + 77_777 * (index % 41),
      deductibleCents: 50_001,
      offerValueCents: index % 7 === 6 ? null : 900_007 + 31_337 * (index % 53),
      settlementValueCents: 950_011 + 29_989 * (index % 61),
      createdAt: settledAt,
      settledAt,
    };
    return toLedgerRow({ loan, settledAt, money: undefined, terms: undefined, stated: undefined });
  });
  return {
    object: 'gap.exposure_ledger',
    livemode: true,
    institution_id: 'inst_synthetic',
    from: '2026-01-01T00:00:00.000Z',
    to: '2027-01-01T00:00:00.000Z',
    currency: 'USD',
    totals: computeTotals(rows),
    by_month: computeMonths(rows),
    rows,
  };
}

const names = ['before_cents', 'after_cents', 'reduction_cents', 'growth_cents'] as const;
const centsOf = (text: string | undefined): number => Number((text ?? '').replaceAll(/[,.]/g, ''));
const columnSums = (lines: readonly (readonly number[])[]): number[] =>
  names.map((_, index) => lines.reduce((sum, line) => sum + (line[index] ?? NaN), 0));

describe('a ledger of many pages', () => {
  it('a long ledger has the same sums in rows, months, CSV and PDF, and every referral once', async () => {
    const ledger = syntheticLedger(300);
    const expected = names.map((name) => ledger.totals[name]);
    expect(expected.every((cents) => cents > 0)).toBe(true);
    expect(ledger.totals.surplus_cents).toBeGreaterThan(0);
    expect(ledger.totals.unknown).toBe(42);
    expect(columnSums(ledger.by_month.map((month) => names.map((name) => month[name])))).toEqual(expected);

    const lines = writeLedgerCsv(ledger)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const [header = []] = lines;
    const columns = ['exposure_before', 'exposure_after', 'reduction', 'growth'].map((name) => header.indexOf(name));
    const amounts = (line: readonly string[]) => columns.map((column) => centsOf(line[column]));
    expect(columnSums(lines.filter((line) => line.includes('value')).map(amounts))).toEqual(expected);
    expect(amounts(lines.at(-1) ?? [])).toEqual(expected);
    expect(lines).toHaveLength(302);

    const pdf = await writeLedgerPdf({ ledger, institution: 'Synthetic', at: new Date('2026-11-15') }, team);
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, timeout: 20_000 }).toString('utf8');
    const printed = text.split('\n').filter((line) => /^ *(CN-\d{8}|Total) /.test(line));
    expect(printed).toHaveLength(301);
    const known = printed
      .map((line) => line.match(/[\d,]+\.\d\d/g)?.map(centsOf) ?? [])
      .filter((line) => line.length === 4);
    expect(known.at(-1)).toEqual(expected);
    expect(columnSums(known.slice(0, -1))).toEqual(expected);
    expect(printed.filter((line) => /(unknown +){3}unknown/.test(line))).toHaveLength(42);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('a ledger cannot contain a spreadsheet formula: %j', (ref) => {
    expect(writeLedgerCsv(syntheticLedger(1, ref))).toContain(`,'${ref},`);
  });

  it("a ledger prints an institution's name as plain text, whatever it contains", async () => {
    const institution = '<b>Union</b> \u202Egpj.exe\u202C بنك الاختبار';
    const pdf = await writeLedgerPdf({ ledger: syntheticLedger(1), institution, at: new Date('2026-11-15') }, team);
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, timeout: 20_000 }).toString('utf8');
    expect(text).toContain('<b>Union</b>');
    expect(text).toContain('gpj.exe');
    expect(text).not.toMatch(/\u202E/);
  });
});
