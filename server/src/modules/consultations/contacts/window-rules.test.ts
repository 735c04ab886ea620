import { describe, expect, it } from 'vitest';
import { callingRules, mayCall } from '#lib/calling/calling-hours';
import { computeWindow, computeWindowKey } from './window-rules.ts';

describe('where a customer is', () => {
  // Both sides of every state with two time zones, and the ends of the country.
  it.each([
    ['10001', 'NY', 'America/New_York'],
    ['33101', 'FL', 'America/New_York'],
    ['32501', 'FL', 'America/Chicago'],
    ['79901', 'TX', 'America/Denver'],
    ['75201', 'TX', 'America/Chicago'],
    ['37902', 'TN', 'America/New_York'],
    ['37203', 'TN', 'America/Chicago'],
    ['40202', 'KY', 'America/Kentucky/Louisville'],
    ['42101', 'KY', 'America/Chicago'],
    ['46204', 'IN', 'America/Indiana/Indianapolis'],
    ['46402', 'IN', 'America/Chicago'],
    ['48201', 'MI', 'America/Detroit'],
    ['49858', 'MI', 'America/Menominee'],
    ['67735', 'KS', 'America/Denver'],
    ['67202', 'KS', 'America/Chicago'],
    ['69361', 'NE', 'America/Denver'],
    ['68102', 'NE', 'America/Chicago'],
    ['58601', 'ND', 'America/Denver'],
    ['58102', 'ND', 'America/Chicago'],
    ['57701', 'SD', 'America/Denver'],
    ['57104', 'SD', 'America/Chicago'],
    ['83814', 'ID', 'America/Los_Angeles'],
    ['83702', 'ID', 'America/Boise'],
    ['97914', 'OR', 'America/Boise'],
    ['97205', 'OR', 'America/Los_Angeles'],
    ['85003', 'AZ', 'America/Phoenix'],
    ['86515', 'AZ', 'America/Denver'],
    ['90012', 'CA', 'America/Los_Angeles'],
    ['99501', 'AK', 'America/Anchorage'],
    ['99546', 'AK', 'America/Adak'],
    ['96813', 'HI', 'Pacific/Honolulu'],
    ['00901', 'PR', 'America/Puerto_Rico'],
  ])('the ZIP %s in %s is in the zones %s', (zip, state, zone) => {
    expect(computeWindow({ phone: undefined, zip })).toEqual({ state, zones: [zone] });
  });

  it('a customer may be anywhere that the ZIP, state or area code indicates', () => {
    expect(computeWindow({ phone: '+12125550142', zip: '90012', state: 'TX' })).toEqual({
      state: 'CA,NY,TX',
      zones: ['America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/New_York'],
    });
    expect(computeWindow({ phone: '+12125550142', zip: '90012' })).toEqual({
      state: 'CA,NY',
      zones: ['America/Los_Angeles', 'America/New_York'],
    });
  });

  it('a New York number with a loss in Los Angeles may not be called at 23:30 in New York', () => {
    const window = computeWindow({ phone: '+12125550142', zip: '90012', state: 'CA' });
    const eastern = (time: string) => mayCall(callingRules, window, new Date(`2027-01-19T${time}:00-05:00`));
    // 8:00 in Los Angeles is 11:00 in New York, where calls end at 21:00.
    const told = ['10:59', '11:00', '20:59', '21:00', '23:30'].map(eastern);
    expect(told).toEqual([false, true, true, false, false]);
  });

  it('a customer without a ZIP may be anywhere that the state and area code allow', () => {
    expect(computeWindow({ phone: '+12125550142', state: 'CA' })).toEqual({
      state: 'CA,NY',
      zones: ['America/Los_Angeles', 'America/New_York'],
    });
    expect(computeWindow({ phone: '+12125550142' })).toEqual({ state: 'NY', zones: ['America/New_York'] });
    expect(computeWindow({ phone: '+18005550142', state: 'TX' })).toEqual({
      state: 'TX',
      zones: ['America/Chicago', 'America/Denver'],
    });
    expect(computeWindow({ phone: '+12125550142', zip: '00000', state: 'NY' }).zones).toEqual(['America/New_York']);
    expect(computeWindowKey(computeWindow({ phone: '+12125550142' }))).toBe('NY|America/New_York');
  });

  it('the rule of the state, of the area code, or of both applies', () => {
    // A Tuesday in January; Florida allows no call after 20:00, Kentucky none before 10:00.
    const eastern = (time: string) => new Date(Date.parse(`2027-01-19T${time}:00Z`) + 5 * 3_600_000);
    const contacts: [phone: string, state: string | undefined, first: string, last: string][] = [
      ['+14045550142', 'GA', '08:00', '20:59'],
      ['+13055550142', undefined, '09:00', '19:59'],
      ['+13055550142', 'GA', '09:00', '19:59'],
      ['+14045550142', 'FL', '09:00', '19:59'],
      ['+14045550142', 'fl', '09:00', '19:59'],
      ['+15025550142', 'FL', '11:00', '19:59'],
    ];
    for (const [phone, state, first, last] of contacts) {
      const window = computeWindow({ phone, ...(state === undefined ? {} : { state }) });
      const open = (time: string, minutes: number) =>
        mayCall(callingRules, window, new Date(eastern(time).getTime() + minutes * 60_000));
      const answers = [open(first, -1), open(first, 0), open(last, 0), open(last, 1)];
      expect([phone, state, answers]).toEqual([phone, state, [false, true, true, false]]);
    }
  });

  it('the location is unknown without a ZIP, state or area code', () => {
    for (const contact of [undefined, { phone: '+18005550142' }, { phone: '+18005550142', state: 'ZZ' }]) {
      expect(computeWindow(contact).zones).toEqual([]);
      expect(computeWindowKey(computeWindow(contact))).toBe('-');
    }
  });
});
