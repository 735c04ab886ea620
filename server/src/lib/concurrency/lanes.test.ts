import { describe, expect, it } from 'vitest';
import { createLanes, type Turn } from './lanes.ts';

const crowded = new Error('crowded');

function given() {
  const lanes = createLanes({
    concurrency: 2,
    lanes: { known: { places: 6, placesPerClient: 2, turns: 2 }, unknown: { places: 4, turns: 1 } },
  });
  const enter = <T>(entry: { lane: 'known' | 'unknown'; client?: string }, work: (turn: Turn) => Promise<T>) =>
    lanes.enter({ ...entry, refuse: () => crowded }, work);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  /** Work that runs until it is ended, and records its name when it starts. */
  const begin = (lane: 'known' | 'unknown', name: string, client = name) => {
    const done = enter({ lane, client }, (turn) =>
      turn(() => {
        order.push(name);
        return new Promise<void>((resolve) => void ends.push(resolve));
      }),
    );
    return {
      done,
      refused: done.then(
        () => undefined,
        (error: unknown) => error,
      ),
    };
  };
  /** Ends the first running work, and lets the next begin. */
  const endFirst = async () => {
    ends.shift()?.();
    for (let round = 0; round < 10; round += 1) await Promise.resolve();
  };
  return { begin, order, endFirst, enter, isFull: lanes.isFull };
}

describe('lanes', () => {
  it('leave a turn to the first lane, however many crowd into the second', () => {
    const { begin, order } = given();
    for (const name of ['a', 'b', 'c']) void begin('unknown', name);
    expect(order).toEqual(['a']);
    void begin('known', 'person');
    expect(order).toEqual(['a', 'person']);
  });

  it('waiting work of the first lane runs first, and each lane is served in order of arrival', async () => {
    const { begin, order, endFirst } = given();
    void begin('known', 'k1');
    void begin('known', 'k2');
    void begin('unknown', 'u1');
    void begin('unknown', 'u2');
    void begin('known', 'k3');
    void begin('known', 'k4');
    await endFirst();
    await endFirst();
    expect(order).toEqual(['k1', 'k2', 'k3', 'k4']);
    await endFirst();
    await endFirst();
    expect(order).toEqual(['k1', 'k2', 'k3', 'k4', 'u1']);
    await endFirst();
    expect(order.at(-1)).toBe('u2');
  });

  it("work beyond a lane's places, or a client's own places, is refused immediately", async () => {
    const { begin, isFull } = given();
    for (const name of ['a', 'b', 'c', 'd']) {
      expect(isFull('unknown')).toBe(false);
      void begin('unknown', name);
    }
    expect([isFull('unknown'), isFull('known')]).toEqual([true, false]);
    expect(await begin('unknown', 'e').refused).toBe(crowded);
    void begin('known', 'k1', 'one device');
    void begin('known', 'k2', 'one device');
    expect(await begin('known', 'k3', 'one device').refused).toBe(crowded);
    void begin('known', 'k4', 'another device');
  });

  it('failed work returns its place and slot, whether it fails before or during its turn', async () => {
    const { enter, begin, order } = given();
    for (let round = 0; round < 20; round += 1) {
      await expect(enter({ lane: 'unknown' }, () => Promise.reject(new Error('before')))).rejects.toThrow('before');
      await expect(
        enter({ lane: 'unknown' }, (turn) => turn(() => Promise.reject(new Error('in it')))),
      ).rejects.toThrow('in it');
    }
    void begin('unknown', 'after');
    expect(order).toEqual(['after']);
  });
});
