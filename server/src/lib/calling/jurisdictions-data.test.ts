import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isHolidayName } from './holidays.ts';
import { jurisdictions, tableVersion } from './jurisdictions-data.ts';
import { usStates } from './us-states.ts';
import { zonesOfState } from './us-zones.ts';

const rules = jurisdictions.map(({ code, periods, per24h }) => ({ code, periods, per24h }));
const hash = createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 16);

describe('the table of jurisdictions', () => {
  it('a changed rule requires a new table version', () => {
    // Calls and texts store the version; another rule under the same version would falsify their record.
    expect({ [tableVersion]: hash }).toEqual({ '2026-11-16.1': '126975359e3849c8' });
  });

  it('the table has every state, the District of Columbia and the territories, once', () => {
    const codes = jurisdictions.map(({ code }) => code);
    expect(codes).toEqual([...usStates, 'PR', 'VI', 'GU', 'MP', 'AS']);
    expect(codes.filter((code) => zonesOfState(code).length === 0)).toEqual([]);
  });

  it("every entry has its source and date, and no lawyer's review", () => {
    for (const entry of jurisdictions) {
      expect(entry.citation).not.toBe('');
      expect([entry.code, URL.canParse(entry.source)]).toEqual([entry.code, true]);
      expect(entry.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect([entry.reviewedBy, entry.exemptions]).toEqual([null, []]);
    }
  });

  it('entries that could not be confirmed are marked', () => {
    const silent = jurisdictions.filter(({ confirmed, notes }) => confirmed === 'vendor_table' && notes === undefined);
    expect(silent.map(({ code }) => code)).toEqual([]);
  });

  it('no entry is looser than the federal hours, and each period begins after the previous one', () => {
    for (const { code, periods } of jurisdictions) {
      for (const { week, holidays } of periods) {
        const looser = week.filter((span) => span !== null && (span[0] < 8 || span[1] > 21 || span[0] >= span[1]));
        expect([code, looser]).toEqual([code, []]);
        expect(holidays.every(isHolidayName)).toBe(true);
      }
      const starts = periods.map(({ effectiveFrom }) => effectiveFrom ?? '');
      expect(starts).toEqual(starts.toSorted());
    }
  });
});
