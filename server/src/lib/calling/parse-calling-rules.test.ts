import { describe, expect, it } from 'vitest';
import { callingRules, mayCall } from './calling-hours.ts';
import { parseCallingRules } from './parse-calling-rules.ts';

const at = (text: string) => new Date(text);

describe('an operator’s calling rules', () => {
  it('an operator’s rules override ours, under their own version', () => {
    const rules = parseCallingRules(
      '{"version": "counsel-1", "usual": {"from": "9:00", "to": "20:30"}, "caps": {"per24h": 1}, "states": {"TX": {"from": "12:00", "to": "21:00", "closed": ["Sunday", "Mon"], "days": {"Saturday": {"from": "10:00", "to": "17:00"}}, "holidays": ["Christmas"]}}}',
    );
    const day = { from: 720, to: 1260 };
    expect(rules).toMatchObject({
      version: 'counsel-1',
      usual: [{ week: Array.from({ length: 7 }, () => ({ from: 540, to: 1230 })) }],
      unknown: callingRules.unknown,
      caps: { per24h: 1, per30d: 8 },
      states: {
        TX: [
          {
            week: [undefined, undefined, day, day, day, day, { from: 600, to: 1020 }],
            holidays: new Set(['Christmas']),
          },
        ],
        FL: callingRules.states['FL'],
      },
    });
    // States without stricter hours follow the `usual` hours.
    const tennessee = { state: 'TN', zones: ['America/Chicago'] };
    expect(rules && mayCall(rules, tennessee, at('2027-01-13T14:30:00Z'))).toBe(false);
  });

  it.each([
    'not json',
    '{}',
    '{"version": ""}',
    '{"version": "1", "usual": {"from": "21:00", "to": "8:00"}}',
    '{"version": "1", "usual": {"from": "8", "to": "21:00"}}',
    '{"version": "1", "unknown": {"from": "8:00", "to": "24:30"}}',
    '{"version": "1", "states": {"Texas": {"from": "8:00", "to": "21:00"}}}',
    '{"version": "1", "states": {"TX": {"from": "8:00", "to": "21:00", "closed": ["Someday"]}}}',
    '{"version": "1", "states": {"TX": {"from": "8:00", "to": "21:00", "holidays": ["Everyday"]}}}',
    '{"version": "1", "states": {"TX": {"from": "8:00", "to": "21:00", "holidays": "Christmas"}}}',
    '{"version": "1", "states": {"TX": {"from": "8:00", "to": "21:00", "days": {"Someday": {"from": "8:00", "to": "9:00"}}}}}',
    '{"version": "1", "states": {"TX": {"from": "8:00", "to": "21:00", "days": {"Monday": {}}}}}',
    '{"version": "1", "caps": {"per24h": -1}}',
    '{"version": "1", "caps": {"perDay": 3}}',
  ])('an operator’s invalid rules are refused: %s', (text) => {
    expect(parseCallingRules(text)).toBeUndefined();
  });
});
