// What it costs to decode a VIN on the event loop that serves requests: the first time, again, and from the cache; and how
// often a VIN leads to the listings of its model.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVinDecoder, prepareVehicleData, type VinDecoder } from '@makewhole/server/src/modules/vehicles/index.ts';
import { usedMb } from '@makewhole/server/test/processes/memory.ts';
import type { RunStack } from '#bench/run-stack';
import { seededRandom } from '#bench/numbers/random';
import { conclude, printTable, type Check } from '#bench/report/report';
import { percentile, round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { benchKnownVins } from './known.ts';
import { makeVins } from './vins.ts';

/**
 * One turn of the event loop may take 5 ms, so that other requests do not wait: this is why decoding has no thread. The
 * bound is for the best of some tries; single tries also contain what else ran on the machine.
 */
const bounds = { coldBestP99Ms: 5, coldP99Ms: 30, cachedP99Ms: 1, heldMb: 16, rssGrowthMb: 64 };

/** Each with a decoder with an empty cache. */
const tries = 3;

/** More VINs than a decoder caches, so that memory must stay bounded. */
const sizes = {
  smoke: { vins: 400, asks: 1000 },
  quick: { vins: 6000, asks: 50_000 },
  full: { vins: 30_000, asks: 500_000 },
};

/** Fewer than a decoder caches: all of them come from the cache. */
const cachedVins = 1000;

export const vinParts = ['speed', 'known'];

type VinOptions = { readonly size: Size; readonly part: string | undefined };

export async function benchVin(closing: RunStack, { size, part }: VinOptions): Promise<boolean> {
  const speed = part === 'known' || (await benchSpeed(closing, size));
  const known = part === 'speed' || (await benchKnownVins(closing, size));
  return speed && known;
}

async function benchSpeed(closing: RunStack, size: Size): Promise<boolean> {
  const { vins: count, asks } = sizes[size];
  const dir = closing.adopt(await mkdtemp(join(tmpdir(), 'bench-vin-')), (path) => rm(path, { recursive: true }));
  const startedAt = performance.now();
  const { file } = await prepareVehicleData(dir);
  const preparedMs = round(performance.now() - startedAt, 0);
  const all = makeVins(file, seededRandom(1), { count, makers: 'all' });
  const largest = makeVins(file, seededRandom(2), { count: count / 4, makers: 'largest' });

  const cold = measureCold(dir, all);
  const heavy = measureCold(dir, largest);
  const cached = measureCached(dir, largest.slice(0, cachedVins), asks);
  const memory = measureMemory(dir, all);

  printTable(
    ['variant', 'decodes', 'p50 ms', 'p99 ms', 'max ms', 'best p99 ms', 'best max ms', 'cpu us'],
    [rowOf('cold', cold), rowOf('cold, largest makers', heavy), rowOf('cached', cached)],
  );
  const checks: Check[] = [
    { name: 'cold p99 ms', value: cold.p99Ms, atMost: bounds.coldP99Ms },
    { name: 'cold p99 ms, largest makers', value: heavy.p99Ms, atMost: bounds.coldP99Ms },
    { name: 'cold best p99 ms', value: cold.bestP99Ms, atMost: bounds.coldBestP99Ms },
    { name: 'cold best p99 ms, largest makers', value: heavy.bestP99Ms, atMost: bounds.coldBestP99Ms },
    { name: 'cached p99 ms', value: cached.p99Ms, atMost: bounds.cachedP99Ms },
    { name: 'held MB', value: memory.heldMb, atMost: bounds.heldMb },
    { name: 'process growth MB', value: memory.rssGrowthMb, atMost: bounds.rssGrowthMb },
    // Random VINs that decode to nothing would be fast and prove nothing.
    { name: 'share with a model', value: cold.withModel, atLeast: 0.5 },
  ];
  return conclude({ bench: 'vin', size, preparedMs, cold, heavy, cached, memory }, checks);
}

type Figures = ReturnType<typeof figuresOf>;

const rowOf = (name: string, { decodes, p50Ms, p99Ms, maxMs, bestP99Ms, bestMaxMs, cpuUs }: Figures) => {
  return [name, decodes, p50Ms, p99Ms, maxMs, bestP99Ms, bestMaxMs, cpuUs];
};

function measureCold(dir: string, vins: readonly string[]): Figures {
  return figuresOf(
    Array.from({ length: tries }, () => {
      const decoder = createVinDecoder(dir);
      try {
        return passOver(decoder, vins);
      } finally {
        decoder.close();
      }
    }),
  );
}

function measureCached(dir: string, vins: readonly string[], asks: number): Figures {
  const decoder = createVinDecoder(dir);
  try {
    passOver(decoder, vins);
    const asked = Array.from({ length: asks }, (_, index) => vins[index % vins.length] ?? '');
    return figuresOf([passOver(decoder, asked)]);
  } finally {
    decoder.close();
  }
}

/** The memory of a full cache, and how much the process grows while it evicts. */
function measureMemory(dir: string, vins: readonly string[]) {
  const before = usedMb('heapUsed');
  const decoder = createVinDecoder(dir);
  try {
    for (const vin of vins.slice(0, vins.length / 2)) decoder.decode(vin);
    const rssBefore = process.memoryUsage().rss;
    for (const vin of vins) decoder.decode(vin);
    const rssGrowthMb = round((process.memoryUsage().rss - rssBefore) / 2 ** 20, 1);
    return { heldMb: round(usedMb('heapUsed') - before, 1), rssGrowthMb };
  } finally {
    decoder.close();
  }
}

type Pass = { readonly times: Float64Array; readonly withModel: number; readonly cpuUs: number };

function passOver(decoder: VinDecoder, vins: readonly string[]): Pass {
  const times = new Float64Array(vins.length);
  let withModel = 0;
  const before = process.cpuUsage();
  for (const [index, vin] of vins.entries()) {
    const startedAt = performance.now();
    const decoded = decoder.decode(vin);
    times[index] = performance.now() - startedAt;
    if (decoded?.model !== undefined) withModel += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return { times, withModel, cpuUs: user + system };
}

function figuresOf(passes: readonly Pass[]) {
  const sorted = Float64Array.from(passes.flatMap(({ times }) => [...times])).toSorted();
  const [first, ...others] = passes;
  const best = (first?.times ?? new Float64Array())
    .map((time, index) => Math.min(time, ...others.map(({ times }) => times[index] ?? time)))
    .toSorted();
  const total = (pick: (pass: Pass) => number) => passes.reduce((sum, pass) => sum + pick(pass), 0);
  return {
    decodes: sorted.length,
    withModel: round(total(({ withModel }) => withModel) / sorted.length, 3),
    p50Ms: round(percentile(sorted, 0.5), 4),
    p99Ms: round(percentile(sorted, 0.99), 4),
    maxMs: round(sorted.at(-1) ?? Number.NaN, 2),
    bestP99Ms: round(percentile(best, 0.99), 4),
    bestMaxMs: round(best.at(-1) ?? Number.NaN, 3),
    cpuUs: round(total(({ cpuUs }) => cpuUs) / sorted.length, 1),
  };
}
