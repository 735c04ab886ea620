import { beforeAll, describe, expect, it } from 'vitest';
import { minimalIntake } from '../../../server/src/modules/intakes/testing.ts';
import { givenPartner, givenKeyPair, toPem } from '../../../server/src/modules/partners/testing.ts';
import { referralBody } from '../../../server/src/modules/referrals/testing.ts';
import { useHarness } from '../../../server/test/harness.ts';
import { givenTestKey } from '../../test/given-test-key.ts';
import { agentFaults, partnerFaults } from '../../test/planted-faults.ts';
import { agentScenarios } from './agent-scenarios.ts';
import { partnerScenarios } from './partner-scenarios.ts';
import { runReferenceClient, type Parts } from './reference/reference-client.ts';
import { runScenarios, type ConformanceRun } from './run-scenarios.ts';
import type { Kind, StartClient, Verdict } from './types.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });
const scenarios = { agent: agentScenarios, partner: partnerScenarios };
const pair = givenKeyPair('ed25519');
const credentials: Record<string, string> = {};

beforeAll(async () => {
  credentials['MAKEWHOLE_AGENT_KEY'] = await givenTestKey(harness.current);
  credentials['MAKEWHOLE_KEY'] = (await givenPartner(harness.current)).key;
  credentials['MAKEWHOLE_KEYID'] = 'crd_reference';
  credentials['MAKEWHOLE_PRIVATE_KEY'] = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
});

type Planted = { readonly parts?: (report: (line: string) => void) => Partial<Parts>; readonly env?: object };

/** The client inside this process: its output is its report. */
const inside =
  (kind: Kind, { parts = () => ({}), env: own = credentials }: Planted): StartClient =>
  async (env, report) => {
    const ended = new AbortController();
    let output = '';
    const say = (line: string) => {
      output += `${line}\n`;
      report(line);
    };
    const around = { env: { ...own, ...env }, report: say, signal: ended.signal };
    // An error ends it, as it ends a program.
    const running = runReferenceClient(kind, around, parts(say)).catch(() => {});
    return {
      ended: running,
      output: () => output,
      async stop() {
        ended.abort();
        await running;
      },
    };
  };

function run(kind: Kind, planted: Planted = {}, changes: Partial<ConformanceRun> = {}): Promise<Verdict[]> {
  const prefix = kind === 'agent' ? '/sandbox' : '';
  const path = kind === 'agent' ? '/sandbox/api/agent/v1/intakes' : '/api/gap/v1/referrals';
  const token = credentials[kind === 'agent' ? 'MAKEWHOLE_AGENT_KEY' : 'MAKEWHOLE_KEY'] ?? '';
  return runScenarios({
    kind,
    scenarios: scenarios[kind],
    upstream: harness.current.baseUrl + prefix,
    fetch,
    key: credentials['MAKEWHOLE_KEY'],
    startClient: inside(kind, planted),
    async createObject() {
      const body = kind === 'agent' ? minimalIntake() : referralBody();
      const { body: made } = await harness.current.call('POST', path, { token, body });
      return String(made.intake_id ?? made.id);
    },
    publicKey: toPem(pair.publicKey),
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...changes,
  });
}

const failed = (verdicts: readonly Verdict[]) =>
  verdicts
    .filter(({ result }) => result === 'failed')
    .map(({ scenario, findings }) => [scenario.id, findings] as const);

const withKey = () => ({ ...credentials, MAKEWHOLE_PRIVATE_KEY: undefined });

it('25 scenarios, each with its own id, page and fault', () => {
  const all = [...agentScenarios, ...partnerScenarios];
  expect(all).toHaveLength(25);
  expect(new Set(all.map(({ id }) => id)).size).toBe(25);
  const planted = [...agentFaults, ...partnerFaults].map(({ fails }) => fails);
  expect(new Set(planted)).toEqual(new Set(all.map(({ id }) => id)));
});

describe.each(['agent', 'partner'] as const)('the %s client that does everything right', (kind) => {
  it('passes every scenario', async () => {
    const verdicts = await run(kind);
    expect(failed(verdicts)).toEqual([]);
    expect(verdicts.map(({ result }) => result)).toEqual(scenarios[kind].map(() => 'passed'));
  });
});

describe.each([
  ['agent', agentFaults],
  ['partner', partnerFaults],
] as const)('each fault of an %s client', (kind, faults) => {
  // All in parallel: most of a run is waiting, and no verdict depends on lateness.
  const runs = new Map<string, Promise<Verdict[]>>();
  beforeAll(() => {
    for (const { name, parts, keyed } of faults) {
      const env = keyed === undefined ? credentials : withKey();
      const verdicts = run(kind, { parts, env });
      verdicts.catch(() => {});
      runs.set(name, verdicts);
    }
  });

  it.each(faults)('$name: fails the one scenario that is about it', async ({ name, fails }) => {
    const found = failed((await runs.get(name)) ?? []);
    expect(found.map(([id]) => id)).toEqual([fails]);
    expect(found[0]?.[1].length).toBeGreaterThan(0);
  });
});
