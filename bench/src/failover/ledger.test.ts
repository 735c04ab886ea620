import { expect, it } from 'vitest';
import { findPartnerDiscrepancies } from './ledger.ts';

const enrolled = ['a', 'b'].map((name) => ({ key: name, vin: `vin-${name}`, id: `enr-${name}` }));
const kept = {
  enrolled,
  stored: {
    enrollments: enrolled.map(({ id, vin }) => ({ id, vin })),
    events: enrolled.map(({ id, key }) => ({ id: `evt-${key}`, subjectId: id })),
  },
  read: ['evt-a', 'evt-b', 'evt-b'],
  delivered: ['evt-b', 'evt-a', 'evt-a'],
};

const names = (evidence: typeof kept) =>
  Object.fromEntries(Object.entries(findPartnerDiscrepancies(evidence)).filter(([, found]) => found.length > 0));

it('finds nothing where every promise was kept; what comes twice is no finding', () => {
  expect(names(kept)).toEqual({});
});

it('finds what was acknowledged before a failover and is gone after it', () => {
  const { enrollments, events } = kept.stored;
  const stored = { enrollments: enrollments.slice(1), events: events.slice(1) };
  expect(names({ ...kept, stored })).toEqual({ enrollmentsLost: ['enr-a'], phantoms: ['evt-a'] });
});

it('finds what the reader of the log passed over, and what no receiver got', () => {
  expect(names({ ...kept, read: ['evt-b'], delivered: ['evt-a'] })).toEqual({
    passedOver: ['evt-a'],
    notDelivered: ['evt-b'],
  });
});

it('finds a vehicle that is enrolled twice, and an enrollment with no event or two', () => {
  const stored = {
    enrollments: [...kept.stored.enrollments, { id: 'enr-c', vin: 'vin-a' }],
    events: [...kept.stored.events, { id: 'evt-c', subjectId: 'enr-b' }],
  };
  const seen = ['evt-a', 'evt-b', 'evt-c'];
  expect(names({ ...kept, stored, read: seen, delivered: seen })).toEqual({
    enrollmentsDoubled: ['vin-a'],
    unlogged: ['enr-b', 'enr-c'],
  });
});
