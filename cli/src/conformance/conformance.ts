import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isMakewholeError, Makewhole } from '@makewhole/sdk';
import { CommandFailed, wrongUse } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { note, print } from '../print.ts';
import { isTestAgentKey, readSettings, requireKey, type Settings } from '../settings.ts';
import { agentScenarios } from './agent-scenarios.ts';
import { startProcess } from './client-process.ts';
import { partnerScenarios } from './partner-scenarios.ts';
import { syntheticVin } from './reference/reference-client.ts';
import { toResult, writeReport } from './report.ts';
import { runScenarios } from './run-scenarios.ts';
import type { Kind, Scenario, StartClient, Verdict } from './types.ts';

export const conformAgent = (io: Io, given: Given): Promise<ExitCode> => conform('agent', io, given);
export const conformPartner = (io: Io, given: Given): Promise<ExitCode> => conform('partner', io, given);

const scenariosOf: Readonly<Record<Kind, readonly Scenario[]>> = { agent: agentScenarios, partner: partnerScenarios };

async function conform(kind: Kind, io: Io, given: Given): Promise<ExitCode> {
  const scenarios = chooseScenarios(kind, given);
  if (given.options['list'] === true) {
    const value = scenarios.map(({ id, task, checks, why, page }) => ({ id, task, checks, why, page }));
    print(io, given, { value, lines: scenarios.flatMap(({ id, checks }) => [id, `  ${checks}`]) });
    return 0;
  }
  const settings = readSettings(io, given);
  const { check, ...target } = kind === 'agent' ? agentTarget(io, settings) : partnerTarget(io, settings);
  const startClient = chooseClient(io, given);
  const reportFile = readReportFile(io, given);
  const publicKey = readPublicKey(io, given);
  // Pages are about both modes, so they are outside the sandbox.
  const { baseUrl: site } = settings;
  const timeoutMs = readTimeoutMs(given);
  // Problems between this machine and the sandbox are not the client's fault.
  await check();
  const verdicts = await runScenarios({
    ...target,
    kind,
    scenarios,
    fetch: io.fetch,
    startClient,
    publicKey,
    timeoutMs,
    signal: io.signal,
    onStart: (scenario, env) => {
      if (given.options['wait'] === true) for (const line of askFor(scenario, env)) note(io, given, line);
    },
    onVerdict: (verdict) => {
      for (const line of describeVerdict(verdict, site)) note(io, given, line);
    },
  });
  const result = toResult(kind, verdicts, site);
  if (reportFile !== undefined) writeReport(reportFile, result);
  const { passed, failed, skipped } = result;
  print(io, given, { value: result, lines: ['', `${passed} passed, ${failed} failed, ${skipped} skipped.`] });
  if (io.signal.aborted) return 130;
  return failed > 0 ? 1 : 0;
}

function chooseScenarios(kind: Kind, { options }: Given): readonly Scenario[] {
  const all = scenariosOf[kind];
  const { only } = options;
  if (typeof only !== 'string') return all;
  const wanted = only.split(',').map((id) => (id.includes('/') ? id : `${kind}/${id}`).trim());
  const unknown = wanted.find((id) => !all.some((scenario) => scenario.id === id));
  if (unknown !== undefined) throw wrongUse(`${unknown} is not a scenario. See mw conformance ${kind} --list.`);
  return all.filter(({ id }) => wanted.includes(id));
}

/** Always the sandbox, so scenarios never involve a real person. */
function agentTarget(io: Io, { baseUrl, agentKey }: Settings) {
  if (agentKey !== undefined && !isTestAgentKey(agentKey))
    throw wrongUse('MAKEWHOLE_AGENT_KEY is a live key. Conformance runs in the sandbox, with a key svc_agent_test_…');
  const upstream = `${baseUrl}/sandbox`;
  const common = { baseUrl: upstream, fetch: io.fetch };
  const agent = Makewhole.agent(agentKey === undefined ? common : { ...common, key: agentKey });
  const createObject = async () => {
    const receipt = await agent.intakes.create({
      agent: { name: 'Conformance', platform: 'conformance' },
      customer: { email: `owner-${crypto.randomUUID()}@example.com` },
      consent: { attestation: 'A synthetic owner of a conformance run in the sandbox; there is no such person.' },
    });
    return receipt.intake_id;
  };
  const check = async () => {
    try {
      await agent.agreement.get({ signal: io.signal });
    } catch (error) {
      if (!isMakewholeError(error) || error.status !== 404) throw error;
      throw new CommandFailed(4, `There is no agent sandbox at ${upstream}.`, { status: 404 });
    }
  };
  return { upstream, key: undefined, createObject, check };
}

function partnerTarget(io: Io, settings: Settings) {
  const key = requireKey(settings);
  if (!key.startsWith('gap_test_'))
    throw wrongUse('MAKEWHOLE_KEY is not a test key. Conformance runs in the sandbox only.');
  const { baseUrl } = settings;
  const partner = Makewhole.partner({ baseUrl, fetch: io.fetch, key, environment: 'TEST' });
  const createObject = async () => {
    const { id } = await partner.referrals.create({
      borrower: { first_name: 'Synthetic', last_name: 'Borrower', email: 'borrower@example.com' },
      vehicle: { vin: syntheticVin(), year: 2021, make: 'Synthetic', model: 'Sedan' },
      claim: {
        carrier: 'Synthetic Mutual',
        claim_number: 'CLM-0001',
        loss_state: 'NY',
        date_of_loss: io.now().toISOString().slice(0, 10),
        initial_offer_cents: 1_500_000,
      },
      liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
    });
    return id;
  };
  const check = async () => void (await partner.me.get({ signal: io.signal }));
  return { upstream: baseUrl, key, createObject, check };
}

/** Started elsewhere: it ends when it reports `done` or runs out of time. */
const startedElsewhere: StartClient = async () => ({
  ended: new Promise(() => {}),
  output: () => undefined,
  stop: async () => {},
});

function chooseClient(io: Io, { options }: Given): StartClient {
  const { run, wait } = options;
  if (typeof run === 'string' && wait !== true) return startProcess(io, run);
  if (run === undefined && wait === true) return startedElsewhere;
  throw wrongUse('Specify how to start your client: --run "<command>" or --wait.');
}

function readTimeoutMs({ options }: Given): number {
  const { timeout = options['wait'] === true ? '120' : '30' } = options;
  const seconds = Number(timeout);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 600) return seconds * 1000;
  throw wrongUse('--timeout must be 1 to 600 seconds.');
}

function readPublicKey(io: Io, { options }: Given): string | undefined {
  const { 'public-key': file } = options;
  if (typeof file !== 'string') return undefined;
  try {
    const pem = readFileSync(resolve(io.cwd, file), 'utf8');
    if (pem.includes('PRIVATE')) throw wrongUse(`${file} contains a private key. Only the public key is needed.`);
    createPublicKey(pem);
    return pem;
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    throw wrongUse(`${file} cannot be read as a public key in PEM.`);
  }
}

/** Checked before the run, which takes a minute. */
function readReportFile(io: Io, { options }: Given): string | undefined {
  const { report } = options;
  if (typeof report !== 'string') return undefined;
  if (!/\.(?:md|html)$/.test(report)) throw wrongUse('--report must end in .md or .html.');
  return resolve(io.cwd, report);
}

const askFor = ({ id, task }: Scenario, env: Readonly<Record<string, string>>): string[] => [
  '',
  `${id}: start your client for the task "${task}" with`,
  ...Object.entries(env).map(([name, value]) => `  ${name}=${value}`),
  '  and POST the line "done" to MAKEWHOLE_REPORT_URL when it is done.',
];

function describeVerdict({ scenario: { id, page }, result, findings }: Verdict, site: string): string[] {
  const word = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }[result];
  if (result === 'passed') return [`${word} ${id}`];
  return [
    `${word} ${id}`,
    ...findings.map((line) => `       ${line}`),
    ...(result === 'failed' ? [`       See ${site}${page}`] : []),
  ];
}
