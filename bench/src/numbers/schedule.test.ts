import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { drawKills } from './schedule.ts';

const plan = { kills: { api: 20, worker: 15, postgres: 15 }, overMs: 90_000 };

describe('the schedule of kills', () => {
  it('is the same for the same seed and another for another', () => {
    expect(drawKills(seededRandom(1), plan)).toEqual(drawKills(seededRandom(1), plan));
    expect(drawKills(seededRandom(1), plan)).not.toEqual(drawKills(seededRandom(2), plan));
  });

  it('kills each victim as often as planned, within the planned time', () => {
    const kills = drawKills(seededRandom(3), plan);
    expect(kills.filter(({ victim }) => victim === 'api')).toHaveLength(20);
    expect(kills.filter(({ victim }) => victim === 'postgres')).toHaveLength(15);
    expect(kills.every(({ afterMs }) => afterMs >= 0)).toBe(true);
    expect(kills.reduce((sum, { afterMs }) => sum + afterMs, 0)).toBeLessThanOrEqual(90_000);
  });

  it('does not kill in blocks', () => {
    const order = drawKills(seededRandom(4), plan).map(({ victim }) => victim);
    const changes = order.filter((victim, index) => index > 0 && victim !== order[index - 1]);
    expect(changes.length).toBeGreaterThan(15);
  });
});
