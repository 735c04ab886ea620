// Whether our verifier of signed requests accepts what it must not: mutation after mutation, each given to a second verifier too,
// which is another program in another language. Both must agree on every one, and accept what was left as it was signed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createPublicKey } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Ctx } from '@makewhole/server/src/context.ts';
import {
  classifyRequest,
  digestViolation,
  isSignatureValid,
  readProfile,
} from '@makewhole/server/src/lib/http-signatures/gap-v2.ts';
import { isSignatureStale } from '@makewhole/server/src/modules/partner-credentials/signatures/rules.ts';
import { keyids, privateKeys, publicBaseUrl, type Message } from '@makewhole/server/test/http/signed-requests.ts';
import { seededRandom } from '#bench/numbers/random';
import { conclude, printTable } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import type { Size } from '#bench/size';
import { mutate, nowS, windowS, type Mutation } from './mutate.ts';

/** Bugs of ours to see that a run finds them: a body that is not compared with its digest, a time that is not looked at. */
export const plants = ['no-digest', 'no-window'] as const;
type Plant = (typeof plants)[number];

type Options = {
  readonly size: Size;
  readonly seed: number;
  readonly plant: Plant | undefined;
  /** How many; default: by size. */
  readonly count: number | undefined;
  /** From which mutation on, as an earlier run said where it was. */
  readonly from: number | undefined;
};

const counts = { smoke: 6_000, quick: 100_000, full: 1_000_000 };
/** Each batch has a sequence of its own, so that a run can go on from any. */
const perBatch = 1_000;
/** Disagreements are printed, synthetic as all of it is, up to this many. */
const printedMax = 5;

const keys = new Map(
  Object.entries(keyids).map(([alg, keyid]) => [keyid, createPublicKey(privateKeys[alg as keyof typeof keyids])]),
);

export async function faultSignatures(closing: RunStack, { size, seed, plant, ...given }: Options): Promise<boolean> {
  const first = Math.floor((given.from ?? 0) / perBatch);
  const batches = Math.ceil((given.count ?? counts[size]) / perBatch);
  const second = closing.adopt(startSecond(), (one) => one.end());
  const tally = new Tally();
  const startedAt = performance.now();
  let compared: Promise<void> = Promise.resolve();
  for (let batch = first; batch < first + batches; batch += 1) {
    const random = seededRandom(seed * 1_000_003 + batch);
    const mutations = Array.from({ length: perBatch }, () => mutate(random));
    // The second works on these while we do, and on its last while we make the next.
    const theirs = second.ask(mutations.map(({ message }) => message));
    const ours = await Promise.all(mutations.map(({ message }) => isAccepted(message, plant)));
    await compared;
    compared = theirs.then((answers) => tally.add(mutations, ours, answers));
    const done = (batch + 1) * perBatch;
    if (done % 100_000 === 0) console.error(`${done} sent; to go on from here: --from ${done}`);
  }
  await compared;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  printTable(['level', 'mutations', 'accepted by us', 'accepted by the second', 'disagreed'], tally.rows());
  const { total } = tally;
  const figures = { fault: 'signatures', size, seed, plant: plant ?? null, from: first * perBatch, ...total, seconds };
  if (plant !== undefined)
    return conclude(figures, [{ name: 'accepted and changed, as planted', value: total.wrong, atLeast: 1 }]);
  return conclude(figures, [
    { name: 'disagreed', value: total.disagreed, atMost: 0 },
    { name: 'accepted though changed, or refused though not', value: total.wrong, atMost: 0 },
    { name: 'untouched', value: total.untouched, atLeast: total.mutations / 100 },
  ]);
}

/** As the service does it, in its order, with two credentials and without their store. */
async function isAccepted(message: Message, plant: Plant | undefined): Promise<boolean> {
  if (classifyRequest(message.rawHeaders).kind !== 'signed') return false;
  const read = readProfile(message, publicBaseUrl);
  if ('violation' in read) return false;
  const { profile } = read;
  const { contentDigest } = profile;
  if (plant !== 'no-digest' && contentDigest !== undefined && digestViolation(contentDigest, message.body))
    return false;
  const key = keys.get(profile.keyid);
  if (key === undefined || !(await isSignatureValid(profile, key))) return false;
  return plant === 'no-window' || !isSignatureStale(atThatTime, profile);
}

const atThatTime = { clock: { now: () => new Date(nowS * 1000) }, config: { signatureWindowS: windowS } } as Ctx;

type Counts = { mutations: number; ours: number; theirs: number; disagreed: number };

class Tally {
  readonly #levels = new Map<string, Counts>();
  readonly total = { mutations: 0, untouched: 0, disagreed: 0, wrong: 0 };

  add(mutations: readonly Mutation[], ours: readonly boolean[], theirs: readonly boolean[]): void {
    for (const [at, { level, message, accepted }] of mutations.entries()) {
      const [mine, other] = [ours[at] === true, theirs[at] === true];
      const counts = this.#levels.get(level) ?? { mutations: 0, ours: 0, theirs: 0, disagreed: 0 };
      this.#levels.set(level, counts);
      counts.mutations += 1;
      counts.ours += Number(mine);
      counts.theirs += Number(other);
      counts.disagreed += Number(mine !== other);
      this.total.mutations += 1;
      this.total.untouched += Number(level === 'untouched');
      this.total.disagreed += Number(mine !== other);
      this.total.wrong += Number(mine !== accepted);
      if (mine !== other && this.total.disagreed <= printedMax)
        console.error(
          `${level}: we ${mine ? 'accept' : 'refuse'} ${JSON.stringify({ ...message, body: String(message.body) })}`,
        );
    }
  }

  rows = () =>
    [...this.#levels].toSorted().map(([level, one]) => [level, one.mutations, one.ours, one.theirs, one.disagreed]);
}

type Second = { ask(messages: readonly Message[]): Promise<boolean[]>; end(): void };

/** Debian's python3 and its package python3-cryptography. */
function startSecond(): Second {
  const script = fileURLToPath(new URL('second-verifier.py', import.meta.url));
  const child = spawn('/usr/bin/python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const raw = Object.fromEntries(
    [...keys].map(([keyid, key]) => {
      const der = key.export({ type: 'spki', format: 'der' });
      const isEdwards = key.asymmetricKeyType === 'ed25519';
      // The key stands at the end of its DER: 32 bytes, or an uncompressed point.
      return [
        keyid,
        [isEdwards ? 'ed25519' : 'ecdsa-p256-sha256', der.subarray(isEdwards ? -32 : -65).toString('hex')],
      ];
    }),
  );
  child.stdin.write(`${JSON.stringify({ keys: raw, now: nowS, window: windowS, base: publicBaseUrl })}\n`);
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the second verifier ended with ${code}; it needs the package python3-cryptography`);
  });
  failed.catch(() => undefined);
  const answers = readAnswers(child.stdout);
  return {
    ask(messages) {
      const lines = messages.map(({ method, target, rawHeaders, body }) =>
        JSON.stringify([method, target, rawHeaders, body.toString('base64')]),
      );
      child.stdin.write(`${lines.join('\n')}\n\n`);
      return Promise.race([answers(messages.length), failed]);
    },
    end: () => void child.kill('SIGKILL'),
  };
}

/** So many answers each time, in the order in which they were asked for. */
function readAnswers(from: NodeJS.ReadableStream): (count: number) => Promise<boolean[]> {
  let [said, before]: [string, Promise<unknown>] = ['', Promise.resolve()];
  const read = async (count: number): Promise<boolean[]> => {
    while (said.length < count) {
      const chunk = from.read() as Buffer | null;
      if (chunk === null) await once(from, 'readable');
      else said += chunk.toString('latin1');
    }
    const some = said.slice(0, count);
    said = said.slice(count);
    return [...some].map((one) => one === '1');
  };
  return (count) => {
    const answers = before.then(() => read(count));
    before = answers;
    return answers;
  };
}
