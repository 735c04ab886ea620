import { describe, expect, it, vi } from 'vitest';
import { EndpointQueue } from './endpoint-queue.ts';
import { rowsAhead } from './rules.ts';

const at = (ms: number): Date => new Date(1_800_000_000_000 + ms);

const row = (id: string, due: Date) => ({
  id,
  account_id: 'inst_a',
  endpoint_id: 'whe_a',
  event_id: `evt_${id}`,
  event_type: 'referral.created',
  body: '{}',
  attempt: 1,
  due_at: due,
});

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => row(`dlv_${from + index}`, at(from + index)));

const never = () => false;

/** A queue with this many rows in memory and no more in the table. */
function queueOf(count: number, lane: 'live' | 'replay' = 'live'): EndpointQueue {
  const queue = new EndpointQueue('whe_a', 1);
  queue.note(lane, at(0));
  queue.readsFrom(lane, at(count));
  queue.add(lane, { rows: rows(count), next: null, now: at(count), isOver: never });
  return queue;
}

const beginAll = (queue: EndpointQueue, lane: 'live' | 'replay' = 'live'): string[] => {
  const begun: string[] = [];
  for (let next = queue.begin(lane); next !== undefined; next = queue.begin(lane)) begun.push(next.id);
  return begun;
};

describe('the number of concurrent attempts for an endpoint', () => {
  it('an endpoint gets 2 attempts at first, 8 once it has responded, 2 after a failure, and 1 while it fails', () => {
    const queue = queueOf(60);
    expect(beginAll(queue)).toEqual(['dlv_0', 'dlv_1']);
    queue.ended('live', true);
    expect([beginAll(queue).length, queue.running]).toEqual([7, 8]);
    queue.ended('live', false);
    expect(beginAll(queue)).toEqual([]);
    for (let left = 7; left > 1; left -= 1) queue.ended('live', false);
    expect([queue.running, beginAll(queue)]).toEqual([1, []]);
    queue.ended('live', false);
    expect(beginAll(queue)).toHaveLength(1);
    queue.ended('live', true);
    expect(beginAll(queue)).toHaveLength(8);
  });

  it('an endpoint gets no further attempts when two have waited a second without an answer', () => {
    const clock = vi.spyOn(performance, 'now');
    let now = 0;
    clock.mockImplementation(() => now);
    try {
      const queue = queueOf(60);
      beginAll(queue);
      queue.ended('live', true);
      now = 900;
      expect(queue.begin('live')?.id).toBe('dlv_2');
      now = 1_850;
      expect(queue.mayBegin('live')).toBe(true);
      expect(queue.begin('live')?.id).toBe('dlv_3');
      now = 1_950;
      expect(queue.mayBegin('live')).toBe(false);
      queue.ended('live', true);
      expect(queue.mayBegin('live')).toBe(true);
    } finally {
      clock.mockRestore();
    }
  });

  it('replays get half as many attempts', () => {
    const queue = queueOf(60, 'replay');
    expect(beginAll(queue, 'replay')).toHaveLength(1);
    queue.ended('replay', true);
    expect(beginAll(queue, 'replay')).toHaveLength(4);
  });
});

describe('where a queue is read on', () => {
  it('reading continues after the last row read, and before a row that was committed late', () => {
    const queue = queueOf(3);
    expect(queue.readsFrom('live', at(1_000))).toBeUndefined();
    queue.note('live', at(5));
    expect(queue.readsFrom('live', at(4))).toBeUndefined();
    expect(queue.readsFrom('live', at(1_000))).toEqual({ due: at(2), id: 'dlv_2' });
    queue.note('live', at(1));
    expect(queue.readsFrom('live', at(1_000))).toEqual({ due: at(0), id: '' });
    // Reading again from there does not add known rows twice.
    const late = [row('dlv_late', at(1)), ...rows(3).slice(1)];
    queue.add('live', { rows: late, next: at(9_000), now: at(1_000), isOver: never });
    expect(queue.held('live')).toBe(4);
    expect([queue.readsFrom('live', at(8_999)), queue.readsFrom('live', at(9_000))?.id]).toEqual([undefined, 'dlv_2']);
  });

  it('reading waits until half of the held rows are gone, and continues immediately after a full page', () => {
    const queue = queueOf(rowsAhead);
    expect([queue.readsFrom('live', at(rowsAhead)), queue.isStarving(at(rowsAhead))]).toEqual([undefined, false]);
    queue.begin('live');
    queue.ended('live', true);
    while (queue.held('live') > rowsAhead / 2) {
      queue.begin('live');
      queue.ended('live', true);
    }
    expect(queue.readsFrom('live', at(rowsAhead))?.id).toBe(`dlv_${rowsAhead - 1}`);
    while (queue.held('live') > 7) {
      queue.begin('live');
      queue.ended('live', true);
    }
    expect(queue.isStarving(at(rowsAhead))).toBe(true);
  });

  it('reading includes a retry that was recorded during the reading', () => {
    const queue = queueOf(1);
    queue.begin('live');
    queue.note('live', at(5));
    expect(queue.readsFrom('live', at(10))).toBeDefined();
    // The first attempt ends now and is retried later; the reading began earlier.
    queue.ended('live', false);
    queue.forget('dlv_0');
    queue.note('live', at(60_000));
    queue.add('live', { rows: [row('dlv_5', at(5))], next: null, now: at(10), isOver: never });
    queue.begin('live');
    queue.ended('live', true);
    queue.forget('dlv_5');
    expect([queue.isIdle, queue.isHungry('live', at(59_999)), queue.isHungry('live', at(60_000))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('late rows are held in the order they are due', () => {
    const queue = queueOf(3);
    queue.note('live', at(1));
    queue.add('live', { rows: [row('dlv_a', at(1))], next: null, now: at(10), isOver: never });
    expect([queue.begin('live')?.id, queue.begin('live')?.id]).toEqual(['dlv_0', 'dlv_1']);
    queue.ended('live', true);
    expect(queue.begin('live')?.id).toBe('dlv_a');
  });

  it('rows recorded during a reading are left out, and a dropped row is read again', () => {
    const queue = new EndpointQueue('whe_a', 1);
    queue.note('live', at(0));
    queue.readsFrom('live', at(2));
    queue.add('live', { rows: rows(2), next: null, now: at(2), isOver: (id) => id === 'dlv_0' });
    expect(beginAll(queue)).toEqual(['dlv_1']);
    expect([queue.isBusy, queue.isIdle]).toEqual([true, false]);
    queue.ended('live', true);
    queue.forget('dlv_1');
    expect([queue.isBusy, queue.isIdle]).toEqual([false, true]);
    queue.note('live', at(1));
    queue.add('live', { rows: rows(2).slice(1), next: null, now: at(2), isOver: never });
    expect(beginAll(queue)).toEqual(['dlv_1']);
  });

  it('rows are dropped when the shard is lost, except those in progress', () => {
    const queue = queueOf(10);
    const begun = beginAll(queue);
    queue.drop();
    expect([queue.held('live'), queue.isBusy, queue.running]).toEqual([0, true, 2]);
    queue.note('live', at(0));
    queue.add('live', { rows: rows(10), next: null, now: at(10), isOver: never });
    expect(queue.held('live')).toBe(10 - begun.length);
  });
});
