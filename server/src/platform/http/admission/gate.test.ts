import { describe, expect, it } from 'vitest';
import { seededRandom } from '#mount/vehicles/synthetic/rules';
import { Gate } from './gate.ts';
import { Lane, type LaneBounds, type Reason, type Visit } from './lane.ts';

const bounds = (name: string, changes: Partial<LaneBounds> = {}): LaneBounds => ({
  name,
  guaranteed: 2,
  most: 4,
  waiting: 10,
  slow: 4,
  pace: 100,
  rest: 0,
  strangers: false,
  ...changes,
});

type Asked = Visit & { begun: number; refused: Reason | undefined };

function ask(gate: Gate, lane: string, { address = '198.51.100.1', slow = false } = {}): Asked {
  const found = gate.lanes.find(({ bounds: { name } }) => name === lane);
  if (found === undefined) throw new Error('no such lane');
  const visit: Asked = {
    lane: found,
    address,
    slow,
    state: 'new',
    since: 0,
    begun: 0,
    refused: undefined,
    begin: () => void (visit.begun += 1),
    turnAway: (reason) => void (visit.refused = reason),
  };
  gate.enter(visit);
  return visit;
}

const many = (gate: Gate, lane: string, { count = 1, ...options }) =>
  Array.from({ length: count }, () => ask(gate, lane, options));
const begunOf = (visits: readonly Asked[]) => visits.filter(({ begun }) => begun === 1).length;
const loopTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the gate', () => {
  it('the gate lets a surface borrow unreserved slots, and keeps those reserved for others', async () => {
    const gate = new Gate({ turns: 5, lanes: [bounds('one'), bounds('other')] });
    const flood = many(gate, 'one', { count: 50 });
    expect([begunOf(flood), flood.filter(({ refused }) => refused === 'full').length]).toEqual([3, 37]);
    const others = many(gate, 'other', { count: 3 });
    expect(begunOf(others)).toBe(2);
    for (const visit of others) gate.leave(visit);
    await loopTurn();
    expect(begunOf(flood)).toBe(3);
  });

  it('the gate gives a returned slot to a waiting request, of another surface too', async () => {
    const gate = new Gate({ turns: 5, lanes: [bounds('one'), bounds('other')] });
    const flood = many(gate, 'one', { count: 4 });
    const others = many(gate, 'other', { count: 3 });
    expect([begunOf(flood), begunOf(others)]).toEqual([3, 2]);
    gate.leave(flood[0] as Asked);
    await loopTurn();
    expect(begunOf(flood) + begunOf(others)).toBe(6);
    expect(gate.lanes.reduce((sum, { turns }) => sum + turns, 0)).toBe(5);
  });

  it('the gate begins a few requests in each turn of the event loop', async () => {
    const gate = new Gate({ turns: 8, lanes: [bounds('one', { guaranteed: 8, most: 8, pace: 2 })] });
    const flood = many(gate, 'one', { count: 8 });
    const counts = [begunOf(flood)];
    for (let turn = 0; turn < 3; turn += 1) {
      await loopTurn();
      counts.push(begunOf(flood));
    }
    expect(counts).toEqual([2, 4, 6, 8]);
  });

  it('the gate pauses a public surface after a turn, for longer if the turn took longer', async () => {
    const gate = new Gate({ turns: 8, lanes: [bounds('one', { guaranteed: 8, most: 8, pace: 1, rest: 3 })] });
    const visits = many(gate, 'one', { count: 2 });
    const began = performance.now();
    while (performance.now() - began < 200);
    await loopTurn();
    await loopTurn();
    expect(begunOf(visits)).toBe(1);
    while (begunOf(visits) < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(performance.now() - began).toBeGreaterThanOrEqual(750);
  });

  it('the gate pauses a surface for at most two seconds, because a longer turn was delayed by something else', () => {
    const lane = new Lane(bounds('one', { rest: 3 }));
    const restAfter = (ms: number): number => {
      Object.assign(lane, { begun: 1, beganAt: 1_000 });
      lane.endTurn(1_000 + ms);
      return lane.restsUntil - 1_000 - ms;
    };
    expect([restAfter(100), restAfter(600), restAfter(5_000)]).toEqual([300, 1_800, 2_000]);
  });

  it('the gate gives one address at most half of a public surface, and alternates between addresses', async () => {
    const gate = new Gate({ turns: 4, lanes: [bounds('one', { guaranteed: 1, most: 1, strangers: true })] });
    const flood = many(gate, 'one', { count: 9, address: '198.51.100.1' });
    expect(flood.filter(({ refused }) => refused === 'address')).toHaveLength(3);
    const honest = ask(gate, 'one', { address: '203.0.113.5' });
    const order = [flood[0], flood[1], honest] as const;
    for (const visit of order.slice(0, 2)) {
      expect(visit?.begun).toBe(1);
      gate.leave(visit as Asked);
      await loopTurn();
    }
    expect(honest.begun).toBe(1);
  });

  it('the gate takes back the slot of a body that is still arriving, and limits how many there are', async () => {
    const gate = new Gate({ turns: 4, lanes: [bounds('one', { guaranteed: 4 })] });
    const slow = many(gate, 'one', { count: 3, slow: true });
    expect([begunOf(slow), slow[2]?.refused]).toEqual([2, 'address']);
    slow.push(...many(gate, 'one', { count: 3, slow: true, address: '203.0.113.5' }));
    expect(slow.map(({ refused }) => refused)).toEqual([undefined, undefined, 'address', undefined, undefined, 'slow']);
    const waits = ask(gate, 'one');
    gate.sweep();
    await loopTurn();
    expect(waits.begun).toBe(0);
    gate.sweep(performance.now() + 1_000);
    await loopTurn();
    expect([waits.begun, gate.lanes[0]?.turns, gate.lanes[0]?.slow]).toEqual([1, 1, 4]);
    // A request whose body has arrived has a reserved slot.
    gate.arrived(slow[0] as Asked);
    expect([gate.lanes[0]?.turns, gate.lanes[0]?.slow]).toEqual([2, 3]);
  });

  it('the gate reports requests that have waited for ten seconds', () => {
    const gate = new Gate({ turns: 2, lanes: [bounds('one', { most: 2 })] });
    const visits = many(gate, 'one', { count: 3 });
    gate.sweep(performance.now() + 9_000);
    expect(visits[2]?.refused).toBeUndefined();
    gate.sweep(performance.now() + 10_000);
    expect(visits.map(({ refused }) => refused)).toEqual([undefined, undefined, 'late']);
    expect(gate.lanes[0]?.queue.length).toBe(0);
  });

  it('the gate refuses to reserve more slots than there are', () => {
    expect(() => new Gate({ turns: 3, lanes: [bounds('one'), bounds('other')] })).toThrow('guaranteed');
  });

  it.each([1, 2, 3, 4, 5])(
    'the gate retains nothing of departed requests, whatever the sequence of events: seed %i',
    async (seed) => {
      const random = seededRandom(seed);
      const pick = (count: number) => Math.floor(random() * count);
      const gate = new Gate({ turns: 5, lanes: [bounds('one', { strangers: true, pace: 1 }), bounds('other')] });
      const visits: Asked[] = [];
      for (let step = 0; step < 400; step += 1) {
        const some = visits[pick(visits.length)];
        const kind = pick(5);
        if (kind <= 1) {
          const address = `198.51.100.${pick(3)}`;
          visits.push(ask(gate, pick(2) === 0 ? 'one' : 'other', { address, slow: pick(3) === 0 }));
        } else if (kind === 2 && some !== undefined) gate.leave(some);
        else if (kind === 3 && some?.slow === true && some.state === 'begun') gate.arrived(some);
        else if (pick(10) === 0) gate.sweep(performance.now() + pick(12_000));
        else await loopTurn();
        for (const { turns, slow, queue, bounds: of } of gate.lanes) {
          expect(Math.min(turns, slow, queue.length)).toBeGreaterThanOrEqual(0);
          expect([slow <= of.slow, queue.length <= of.waiting]).toEqual([true, true]);
        }
      }
      for (const visit of visits) gate.leave(visit);
      expect(visits.every(({ begun, refused }) => begun + (refused === undefined ? 0 : 1) <= 1)).toBe(true);
      expect(gate.lanes.map(({ turns, slow, queue }) => [turns, slow, queue.length])).toEqual([
        [0, 0, 0],
        [0, 0, 0],
      ]);
      expect(ask(gate, 'one', { address: '198.51.100.0' }).refused).toBeUndefined();
    },
  );
});
