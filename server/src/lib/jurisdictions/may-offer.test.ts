import { describe, expect, it } from 'vitest';
import { explainOffer, mayOffer, services } from './may-offer.ts';
import { parseJurisdictions } from './parse-jurisdictions.ts';

const now = new Date('2026-11-16T12:00:00Z');
const rules = (setting: object) => ({ servicesByState: parseJurisdictions(JSON.stringify(setting)) ?? {} });

describe('which services may be offered where', () => {
  it('without settings, everything but representation is offered, whether or not the state is known', () => {
    for (const state of ['NY', 'TX', undefined])
      expect(services.filter((service) => mayOffer(rules({}), service, { state, now }))).toEqual([
        'consultation',
        'research',
      ]);
    expect(explainOffer(rules({}), 'representation', { state: 'NY', now })).toEqual({ offered: false, why: 'not_set' });
  });

  it('the rule of the state applies first, then the rule for all others', () => {
    const set = rules({ '*': { representation: true }, NY: { representation: false }, TX: { research: false } });
    const offered = (service: 'research' | 'representation', state?: string) => mayOffer(set, service, { state, now });
    expect([offered('representation', 'NY'), offered('representation', 'ny'), offered('representation', 'TX')]).toEqual(
      [false, false, true],
    );
    expect([offered('representation'), offered('research', 'TX'), offered('research')]).toEqual([true, false, true]);
    expect(explainOffer(set, 'representation', { state: 'NY', now })).toMatchObject({ why: 'turned_off' });
  });

  it('an offer ends with the last day of a license', () => {
    const set = rules({ TX: { representation: { licence: 'PA-1', ends: '2026-11-16' } } });
    const at = (time: string) => explainOffer(set, 'representation', { state: 'TX', now: new Date(time) });
    expect(at('2026-11-16T23:59:59Z')).toEqual({ offered: true, licence: 'PA-1', endsOn: '2026-11-16' });
    expect(at('2026-11-17T00:00:00Z')).toEqual({ offered: false, why: 'licence_ended', endedOn: '2026-11-16' });
  });

  it.each([
    'x',
    '[]',
    '{"Texas":{}}',
    '{"TX":{"negotiation":true}}',
    '{"TX":{"representation":"yes"}}',
    '{"TX":{"representation":{"ends":"2026-02-30"}}}',
    '{"TX":{"representation":{"number":"1"}}}',
  ])('invalid rules are refused: %s', (text) => {
    expect(parseJurisdictions(text)).toBeUndefined();
  });
});
