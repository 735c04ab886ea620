import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isHolidayName } from './holidays.ts';
import { jurisdictions, tableVersion } from './jurisdictions-data.ts';
import { usStates } from './us-states.ts';
import { zonesOfState } from './us-zones.ts';

const rules = jurisdictions.map(({ code, periods, per24h }) => ({ code, periods, per24h }));
const hash = createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 16);

describe('the table of jurisdictions', () => {
  it('has a new version whenever a rule in it changes', () => {
    // Calls and texts store the version; another rule under the same one would make their record untrue.
    expect({ [tableVersion]: hash }).toEqual({ '2026-11-16.1': '126975359e3849c8' });
  });

  it('has every state, the District of Columbia and the territories, once', () => {
    const codes = jurisdictions.map(({ code }) => code);
    expect(codes).toEqual([...usStates, 'PR', 'VI', 'GU', 'MP', 'AS']);
    expect(codes.filter((code) => zonesOfState(code).length === 0)).toEqual([]);
  });

  it('says of each where it was read and when, and that no lawyer has', () => {
    for (const entry of jurisdictions) {
      expect(entry.citation).not.toBe('');
      expect([entry.code, URL.canParse(entry.source)]).toEqual([entry.code, true]);
      expect(entry.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect([entry.reviewedBy, entry.exemptions]).toEqual([null, []]);
    }
  });

  it('says where it could not be confirmed', () => {
    const silent = jurisdictions.filter(({ confirmed, notes }) => confirmed === 'vendor_table' && notes === undefined);
    expect(silent.map(({ code }) => code)).toEqual([]);
  });

  it('is nowhere looser than the federal hours, and each period begins after the one before', () => {
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
