// What it costs to verify a signed request, compared with the bare verification of its signature.
import { generateKeyPairSync, randomBytes, verify, type KeyObject } from 'node:crypto';
import { signRequest } from '@makewhole/sdk/sign-request';
import {
  digestViolation,
  readProfile,
  isSignatureValid,
  type RawRequest,
  type SignatureAlgorithm,
  type SignedProfile,
} from '@makewhole/server/src/lib/http-signatures/gap-v2.ts';
import type { SliceResult } from '#bench/load/load-generator';
import { measure, ratio, summarize, worstDisturbance, type Plan, type Slice, type Variant } from '#bench/load/measure';
import { conclude, printTable, type Check } from '#bench/report/report';
import { median, round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';

/** Whole divided by bare: reading the headers strictly and hashing the body may add at most this much. */
const mostOfBare = 1.7;

const publicBaseUrl = 'https://api.example.com';
const bodyBytes = 1024;
/** Different requests, so that no cache makes them fast. */
const requestsPerAlgorithm = 64;

/** More in flight than the thread pool has threads: no thread is idle. */
const inFlight = 8;
const warmUpS = { smoke: 0.1, quick: 1, full: 1 };

const plans: Readonly<Record<Size, Plan>> = {
  smoke: { connections: inFlight, rounds: 1, seconds: 0.1, retryBudgetMs: 0 },
  quick: { connections: inFlight, rounds: 5, seconds: 0.5, retryBudgetMs: 0 },
  full: { connections: inFlight, rounds: 15, seconds: 1, retryBudgetMs: 60_000 },
};

/** No database takes part; this process does all the work. */
const noDatabase = { pid: 0 };

export async function benchSignatures(size: Size): Promise<boolean> {
  const variants = [...variantsOf('ed25519'), ...variantsOf('ecdsa-p256-sha256')];
  for (const variant of variants) await variant.run(inFlight, warmUpS[size]);
  const slices = await measure(variants, plans[size], noDatabase);
  const results = { ed25519: resultOf(slices, 'ed25519'), ecdsa: resultOf(slices, 'ecdsa-p256-sha256') };
  printTable(
    ['variant', 'verified/s', 'p50 ms', 'p99 ms', 'cpu us', 'errors'],
    variants.map(({ name }) => {
      const { perSecond, p50Ms, p99Ms, loadUs, errors } = summarize(slices.filter((slice) => slice.variant === name));
      return [name, perSecond, p50Ms.toFixed(2), p99Ms.toFixed(2), loadUs, errors];
    }),
  );
  const checks: Check[] = [
    { name: 'whole / bare, ed25519', value: results.ed25519.ratio, atMost: mostOfBare },
    { name: 'whole / bare, ecdsa-p256-sha256', value: results.ecdsa.ratio, atMost: mostOfBare },
    { name: 'errors', value: slices.reduce((sum, { errors }) => sum + errors, 0), atMost: 0 },
  ];
  return conclude({ bench: 'signatures', size, ...results, disturbance: worstDisturbance(slices) }, checks);
}

/**
 * How many times the bare verification the whole one takes: by processor time, the median over rounds, which has the
 * bound since it depends least on other load; and by wall-clock time.
 */
function resultOf(slices: readonly Slice[], alg: SignatureAlgorithm) {
  const cpuOf = (name: string) =>
    slices.filter(({ variant }) => variant === name).map(({ loadCpuMs, done }) => loadCpuMs / done);
  const bare = cpuOf(`${alg} bare`);
  const ratios = cpuOf(`${alg} whole`).map((cpu, turn) => cpu / (bare[turn] ?? Number.NaN));
  return {
    ratio: round(median(ratios), 3),
    ratioByClock: round(1 / ratio(slices, `${alg} whole`, `${alg} bare`), 3),
  };
}

type Signed = { readonly request: RawRequest; readonly body: Buffer; readonly profile: SignedProfile };

function variantsOf(alg: SignatureAlgorithm): Variant[] {
  const { publicKey, privateKey } =
    alg === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const requests = Array.from({ length: requestsPerAlgorithm }, () => signed(privateKey));
  const bare = requests.map(({ profile: { base, signature } }) => ({ base: Buffer.from(base), signature }));
  const hash = alg === 'ed25519' ? null : 'sha256';
  const input = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  return [
    variant(`${alg} bare`, bare, ({ base, signature }) => {
      return new Promise((resolve) => {
        verify(hash, base, input, signature, (error, holds) => resolve(error === null && holds));
      });
    }),
    variant(`${alg} whole`, requests, async ({ request, body }) => {
      const read = readProfile(request, publicBaseUrl);
      if ('violation' in read || digestViolation(read.profile.contentDigest ?? '', body) !== undefined) return false;
      return isSignatureValid(read.profile, publicKey);
    }),
  ];
}

function signed(privateKey: KeyObject): Signed {
  const target = `/api/gap/v1/referrals?trace=${randomBytes(8).toString('hex')}`;
  const body = randomBytes(bodyBytes);
  const headers = signRequest({
    method: 'POST',
    url: publicBaseUrl + target,
    body,
    keyid: `crd_${randomBytes(12).toString('hex')}`,
    privateKey,
    environment: 'PRODUCTION',
    idempotencyKey: randomBytes(16).toString('hex'),
  });
  const others = { host: 'api', 'user-agent': 'bench', accept: '*/*', 'content-type': 'application/json' };
  const rawHeaders = Object.entries({ ...others, 'content-length': String(bodyBytes), ...headers }).flat();
  const request = { method: 'POST', target, rawHeaders };
  const read = readProfile(request, publicBaseUrl);
  if ('violation' in read) throw new Error(read.violation);
  return { request, body, profile: read.profile };
}

function variant<T>(name: string, things: readonly T[], verifies: (thing: T) => Promise<boolean>): Variant {
  return {
    name,
    async run(connections: number, seconds: number): Promise<SliceResult> {
      const startedAt = performance.now();
      const latencies: number[] = [];
      let errors = 0;
      const lane = async (): Promise<void> => {
        for (let now = performance.now(); now - startedAt < seconds * 1000;) {
          const thing = things[latencies.length % things.length];
          if (thing === undefined || !(await verifies(thing))) errors += 1;
          const after = performance.now();
          latencies.push(after - now);
          now = after;
        }
      };
      await Promise.all(Array.from({ length: connections }, lane));
      const took = (performance.now() - startedAt) / 1000;
      return { done: latencies.length, seconds: took, errors, latenciesMs: Float64Array.from(latencies) };
    },
  };
}
