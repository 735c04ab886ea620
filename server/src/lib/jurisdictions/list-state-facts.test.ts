import { describe, expect, it } from 'vitest';
import { usStates } from '#lib/calling/us-states';
import { listStateFacts, stateFacts } from '#mount/board/staff-routes';
import { stateTopics } from './state-fact.ts';

const asOf = /^(19|20)\d{2}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/;

describe('facts about state law', () => {
  it.each(stateFacts.map((fact) => [fact.state, fact.citation, fact] as const))(
    'the fact %s, %s has a state, a text, a citation, a source, an address and a date',
    (_state, _citation, fact) => {
      expect(usStates).toContain(fact.state);
      expect(fact.topics.length).toBeGreaterThan(0);
      for (const words of [fact.text, fact.citation, fact.source]) expect(words.trim().length).toBeGreaterThan(3);
      expect(new URL(fact.url).protocol).toMatch(/^https?:$/);
      expect(fact.asOf).toMatch(asOf);
      expect(fact.asOf <= '2026-11-16').toBe(true);
      if (fact.dated === 'when read') expect(fact.asOf).toBe('2026-11-16');
    },
  );

  it('a fact gives no advice: it reports a source, never what a reader should do or will get', () => {
    for (const { text } of stateFacts) expect(text).not.toMatch(/\b(you|your|should|must|we|owed|entitled|illegal)\b/i);
  });

  it('a fact contains no tax rate and no threshold, which only the owner’s own report does', () => {
    const taxes = stateFacts.filter(({ topics }) => topics.includes('tax_and_fees'));
    expect(taxes.filter(({ text }) => /\d\s?(%|percent)/.test(text))).toEqual([]);
  });

  it('facts are listed by topic, and unknown where no source was found', () => {
    const known = (state: string) => listStateFacts(state).map(({ facts }) => facts.length);
    expect(listStateFacts('ny').map(({ topic }) => topic)).toEqual(stateTopics);
    expect(known('NY')).toEqual([1, 1, 0, 0, 0]);
    expect([known('WY'), known('xx')]).toEqual([
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ]);
    expect(usStates.flatMap(listStateFacts).flatMap(({ facts }) => facts).length).toBe(
      stateFacts.reduce((sum, { topics }) => sum + topics.length, 0),
    );
  });
});
