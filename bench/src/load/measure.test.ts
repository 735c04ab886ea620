import { describe, expect, it } from 'vitest';
import { ratio, summarize, type Slice } from './measure.ts';

const slice = (variant: string, turn: number, count: number): Slice => ({
  variant,
  round: turn,
  done: count,
  seconds: 2,
  errors: 0,
  latenciesMs: Float64Array.from({ length: count }, (_, index) => index + 1),
  serverCpuMs: count,
  databaseCpuMs: count / 2,
  loadCpuMs: 0,
  walBytes: count * 700,
  disturbance: { foreign: 0, stolen: 0 },
});

describe('figures of slices', () => {
  it('come from all slices of a variant together', () => {
    const figures = summarize([slice('api', 0, 100), slice('api', 1, 300)]);
    expect(figures).toMatchObject({
      perSecond: 100,
      errors: 0,
      serverUs: 1000,
      databaseUs: 500,
      walBytes: 700,
      slices: [50, 150],
    });
  });

  it('are compared round by round, so that a slow moment of the machine cancels out', () => {
    const slices = [
      slice('api', 0, 50),
      slice('bare', 0, 100),
      slice('api', 1, 5),
      slice('bare', 1, 10),
      slice('api', 2, 90),
      slice('bare', 2, 100),
    ];
    expect(ratio(slices, 'api', 'bare')).toBe(0.5);
  });
});
