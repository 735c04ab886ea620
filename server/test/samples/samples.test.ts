import { agentSandboxCode, sandboxGapCents, sandboxVehicles } from '#lib/api/agent-sandbox';
import { describe, expect, it } from 'vitest';
import { untilComplete } from '#testing/webhooks/events';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenReferral, syntheticVin } from '#testing/referrals';
import { makeReport } from '#test/reports/corpus';
import { registrationBody } from '#testing/agents';
import { Makewhole } from '../../../sdk/src/index.ts';
import { samples, sampleAt } from './sample-files.ts';
import { runSample } from './run-sample.ts';
import { usePublicService } from './use-public-service.ts';

// Every sample on the developer site, run as a reader would run it.

const running = usePublicService({ registerPerMin: 1000, registerPendingMax: 1000 });
const agent = () => Makewhole.agent({ baseUrl: `${running.current.url}/sandbox` });

type Case = {
  /** Prepares what the sample needs, and returns its environment variables. */
  given?(): Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
  /** Its output, by file name where they differ. */
  readonly prints: RegExp | Readonly<Record<string, RegExp>>;
};

const newIntake = () => ({
  agent: { name: 'Example Agent', platform: 'example-agent' },
  customer: { email: `owner-${crypto.randomUUID()}@example.com` },
  consent: { attestation: 'The owner asked me to submit this and knows that you will email and call.' },
});

async function givenOwnIntake(): Promise<Record<string, string>> {
  const made = await agent().intakes.create(newIntake());
  return { INTAKE_ID: made.intake_id, POLL_TOKEN: 'poll_token' in made ? made.poll_token : '' };
}

async function givenKey(): Promise<Record<string, string>> {
  const { key } = await givenPartner(running.current.harness);
  return { MAKEWHOLE_KEY: key, VIN: syntheticVin() };
}

async function givenCredential({ pending = false } = {}): Promise<Record<string, string>> {
  const { id, privateKey, challenge } = await givenSignedCredential(running.current.harness, { pending });
  running.current.write('private.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  return { KEY_ID: id, CHALLENGE: challenge, VIN: syntheticVin() };
}

async function givenReferrals(count: number): Promise<Record<string, string>> {
  const { harness } = running.current;
  const { key } = await givenPartner(harness);
  let id = '';
  for (let made = 0; made < count; made += 1) ({ id } = await givenReferral(harness, key));
  await untilComplete(harness);
  return { MAKEWHOLE_KEY: key, REFERRAL_ID: id };
}

const receipt = /"intake_id":"int_\w+","status":"received"/;
const created = /^received int_\w+\nHi Robin, /;

const cases: Readonly<Record<string, Case>> = {
  'activate-credential': {
    given: () => givenCredential({ pending: true }),
    prints: { 'bash.sh': /"status":"active"/, 'typescript.ts': /^active$/m },
  },
  'attach-report': {
    async given() {
      running.current.write('report.pdf', (await makeReport('ccc', 7)).pdf);
      return givenOwnIntake();
    },
    // The items that the report no longer lists as missing.
    prints: {
      'curl.sh': /"status":"received".*"missing_fields":\["loss\.loss_state","loss\.zip","customer/,
      'typescript.ts': /^received loss\.loss_state, loss\.zip, customer/,
      'python.py': /^received loss\.loss_state, loss\.zip, customer/,
    },
  },
  'create-referral': {
    given: givenKey,
    prints: { 'curl.sh': /"id":"ref_\w+".*"status":"invited"/, 'typescript.ts': /^invited ref_\w+$/m },
  },
  'follow-events': {
    given: () => givenReferrals(1),
    prints: {
      'curl.sh': /"type":"referral\.created".*"type":"referral\.invited"/,
      'typescript.ts': /^referral\.created evt_\w+\nreferral\.invited evt_\w+$/m,
      'python.py': /^referral\.created evt_\w+\nreferral\.invited evt_\w+$/m,
    },
  },
  'get-intake': {
    given: givenOwnIntake,
    prints: {
      'curl.sh': receipt,
      'typescript.ts': /^received vehicle\.vin, /,
      'python.py': /^received vehicle\.vin, /,
    },
  },
  'list-referrals': {
    given: () => givenReferrals(3),
    prints: {
      'curl.sh': /^("id":"ref_\w+"\n){3}$/,
      'typescript.ts': /^(ref_\w+ invited\n){3}$/,
      'python.py': /^(ref_\w+ invited\n){3}$/,
    },
  },
  'lost-201': {
    async given() {
      const key = await running.current.newAgentKey();
      running.current.relay.loseNextAnswer();
      return { MAKEWHOLE_AGENT_KEY: key };
    },
    prints: {
      'curl.sh': /"idempotent_replay":true/,
      'typescript.ts': /^int_\w+ was created before\nreceived$/m,
      'python.py': /^int_\w+ was created before$/m,
    },
  },
  'partner-me': {
    given: givenKey,
    prints: {
      'curl.sh': /"object":"gap\.credential".*"livemode":false/,
      'java.java': /^200 .*"object":"gap\.credential"/,
      'typescript.ts': /^Synthetic Credit Union test full$/m,
      'python.py': /^Synthetic Credit Union test full$/m,
    },
  },
  register: {
    prints: {
      'curl.sh': /"registration_id":"reg_\w+","status":"pending_verification"/,
      'typescript.ts': /^reg_\w+$/m,
      'python.py': /^reg_\w+$/m,
    },
  },
  'roster-dry-run': {
    given: givenKey,
    prints: {
      'curl.sh': /"totals":\{"submitted":2,"created":2,/,
      'typescript.ts': /^would create 2, update 0, cancel 0$/m,
      'python.py': /^would create 2, update 0, cancel 0$/m,
    },
  },
  'rotate-agent-key': {
    given: async () => ({ MAKEWHOLE_AGENT_KEY: await running.current.newAgentKey() }),
    prints: { 'curl.sh': /"api_key":"svc_agent_\w{32}"/, 'typescript.ts': /^svc_agent_\w{32}$/m },
  },
  'set-webhook': {
    given: async () => ({
      MAKEWHOLE_AGENT_KEY: await running.current.newAgentKey(),
      WEBHOOK_URL: 'https://hooks.example.com/makewhole',
    }),
    prints: {
      'curl.sh': /"secret":"whsec_agent_\w{40}"/,
      'typescript.ts': /^whsec_agent_\w{40}$/m,
      'python.py': /^whsec_agent_\w{40}$/m,
    },
  },
  'signed-referral': {
    given: () => givenCredential(),
    prints: {
      'bash.sh': /"id":"ref_\w+".*"status":"invited"/,
      'java.java': /^201 .*"status":"invited"/,
      'typescript.ts': /^invited ref_\w+$/m,
      'python.py': /^invited ref_\w+$/m,
    },
  },
  'simulate-referral': {
    given: () => givenReferrals(1),
    prints: { 'curl.sh': /"status":"activated"/, 'typescript.ts': /^activated$/m },
  },
  'sandbox-step': {
    async given() {
      const key = await running.current.newAgentKey();
      const baseUrl = `${running.current.url}/sandbox`;
      const { intake_id: id } = await Makewhole.agent({ baseUrl, key }).intakes.create(newIntake());
      return { MAKEWHOLE_AGENT_KEY: key, INTAKE_ID: id };
    },
    prints: { 'curl.sh': /"status":"customer_confirmed"/ },
  },
  'sandbox-vehicle': {
    prints: {
      'curl.sh': new RegExp(`^"gap_vs_offer_cents":${sandboxGapCents(sandboxVehicles[0])}$`, 'm'),
      'typescript.ts': new RegExp(`^${sandboxGapCents(sandboxVehicles[0])}$`, 'm'),
    },
  },
  'submit-with-key': {
    given: async () => ({ MAKEWHOLE_AGENT_KEY: await running.current.newAgentKey() }),
    prints: {
      'curl.sh': /"status":"received".*"agent_tier":"registered"/,
      'typescript.ts': /^registered int_\w+$/m,
      'python.py': /^registered int_\w+$/m,
    },
  },
  'submit-intake': {
    prints: {
      'curl.sh': receipt,
      'java.java': /^201 .*"status":"received"/,
      'typescript.ts': created,
      'python.py': created,
    },
  },
  'verify-registration': {
    async given() {
      const request = registrationBody();
      const { registration_id: id } = await agent().registration.start(request);
      return { REGISTRATION_ID: id, CODE: agentSandboxCode };
    },
    prints: {
      'curl.sh': /"api_key":"svc_agent_\w{32}"/,
      'typescript.ts': /^svc_agent_\w{32}$/m,
      'python.py': /^svc_agent_\w{32}$/m,
    },
  },
};

/** They run until they are stopped; receivers.test.ts runs them. */
const servers = new Set(['receive-webhooks']);
const run = samples.filter(({ name }) => !servers.has(name));

const patternOf = (name: string, file: string): RegExp | undefined => {
  const prints = cases[name]?.prints;
  return prints instanceof RegExp ? prints : prints?.[file];
};

describe('the samples on the developer site', () => {
  it('every sample is run, and every expected sample exists', () => {
    expect(run.filter(({ name, file }) => patternOf(name, file) === undefined)).toEqual([]);
    for (const [name, { prints }] of Object.entries(cases))
      for (const file of prints instanceof RegExp ? [] : Object.keys(prints)) sampleAt(name, file);
  });

  it.for(run)('$name/$file prints what its page shows', async (sample) => {
    const { url, folder } = running.current;
    const given = (await cases[sample.name]?.given?.()) ?? {};
    running.current.forget('cursor.txt');
    const env = { MAKEWHOLE_URL: url, ...given };
    const { status, printed, failed } = await runSample(sample, { env, cwd: folder });
    if (status !== 0) throw new Error(`it ended with ${status}: ${failed}`);
    expect(printed).toMatch(patternOf(sample.name, sample.file) ?? /^$/);
  });
});
