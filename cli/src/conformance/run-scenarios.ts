import { webhooks } from '@makewhole/sdk';
import { reportedIds } from './judging.ts';
import { startProxy, type Proxy, type ProxyOptions } from './proxy.ts';
import { isSignatureRight } from './signature-check.ts';
import type { Delivered, Delivery, Kind, RunningClient, Scenario, Seen, StartClient, Verdict } from './types.ts';

export type ConformanceRun = Omit<ProxyOptions, 'onReport'> & {
  readonly kind: Kind;
  readonly scenarios: readonly Scenario[];
  readonly startClient: StartClient;
  /** Creates a sandbox object; returns its id. */
  readonly createObject: () => Promise<string>;
  /** PEM, to verify signatures; without it only their form is checked. */
  readonly publicKey?: string | undefined;
  /** For each scenario. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onStart?: (scenario: Scenario, env: Readonly<Record<string, string>>) => void;
  readonly onVerdict?: (verdict: Verdict) => void;
};

/** How long a receiver has to report its address, and to act on what it acknowledged. */
const patienceMs = 15_000;
const deliveryTimeoutMs = 10_000;

/** Runs the scenarios in sequence, each with its own client. */
export async function runScenarios(run: ConformanceRun): Promise<Verdict[]> {
  const journal = createJournal();
  const proxy = await startProxy({ ...run, onReport: journal.report });
  const objects: string[] = [];
  const verdicts: Verdict[] = [];
  try {
    for (const scenario of run.scenarios) {
      if (run.signal.aborted) break;
      const wanted = Math.max(scenario.task === 'receive' ? 1 : 0, scenario.needsObjects ?? 0);
      while (objects.length < wanted) objects.push(await run.createObject());
      const verdict = await runScenario(run, scenario, { proxy, journal, subjectId: objects[0] ?? '' });
      // A client that was cut off proves nothing.
      if (run.signal.aborted) break;
      verdicts.push(verdict);
      run.onVerdict?.(verdict);
    }
  } finally {
    await proxy.close();
  }
  return verdicts;
}

/** The client's reports, and the scenarios that wait for them. */
function createJournal() {
  let lines: string[] = [];
  let waiting: (() => void)[] = [];
  return {
    get lines() {
      return lines;
    },
    report(line: string): void {
      if (lines.length < 10_000 && line !== '') lines.push(line.slice(0, 500));
      for (const wake of waiting.splice(0)) wake();
    },
    begin(): void {
      lines = [];
      waiting = [];
    },
    /** Resolves with the first match, or undefined when the time is over. */
    async find<T>(match: (lines: readonly string[]) => T | undefined, until: AbortSignal): Promise<T | undefined> {
      for (;;) {
        const found = match(lines);
        if (found !== undefined || until.aborted) return found;
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          until.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    },
  };
}
type Journal = ReturnType<typeof createJournal>;

type Around = { readonly proxy: Proxy; readonly journal: Journal; readonly subjectId: string };

async function runScenario(run: ConformanceRun, scenario: Scenario, around: Around): Promise<Verdict> {
  const { proxy, journal } = around;
  const secret = newSecret(run.kind);
  const env = {
    MAKEWHOLE_URL: proxy.url,
    MAKEWHOLE_TASK: scenario.task,
    MAKEWHOLE_SCENARIO: scenario.id,
    MAKEWHOLE_REPORT_URL: proxy.reportUrl,
    ...(scenario.task === 'receive' ? { MAKEWHOLE_WEBHOOK_SECRET: secret } : {}),
  };
  journal.begin();
  proxy.begin(scenario.fault?.());
  run.onStart?.(scenario, env);
  const delivered: Delivered[] = [];
  const client = await run.startClient(env, journal.report);
  const timeout = AbortSignal.timeout(run.timeoutMs);
  const over = AbortSignal.any([timeout, run.signal]);
  const driving = scenario.drive?.(stageOf(run, { ...around, secret, delivered, over, ended: client.ended }));
  await Promise.race([driving ?? client.ended, aborted(over), journal.find(saysDone, over)]);
  const timedOut = timeout.aborted;
  await client.stop();
  const { heard } = proxy;
  const seen = { heard, reported: [...journal.lines], output: client.output(), delivered, timedOut };
  return decideVerdict(run, scenario, seen);
}

const saysDone = (lines: readonly string[]): true | undefined => (lines.includes('done') ? true : undefined);

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** A secret of the kind that the service issues for this API. */
function newSecret(kind: Kind): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  if (kind === 'agent') return `whsec_agent_${Buffer.from(bytes).toString('hex')}`;
  return `whsec_${Buffer.from(bytes).toString('base64')}`;
}

type Driving = Around & {
  readonly secret: string;
  readonly delivered: Delivered[];
  readonly over: AbortSignal;
  readonly ended: RunningClient['ended'];
};

function stageOf(run: ConformanceRun, { journal, subjectId, secret, delivered, over, ended }: Driving) {
  const gone = new AbortController();
  void ended.then(() => gone.abort());
  const soon = () => AbortSignal.any([over, gone.signal, AbortSignal.timeout(patienceMs)]);
  const address = () => journal.find((reported) => reportedIds({ reported }, 'listening').find(isHere), soon());
  return {
    subjectId,
    async reported(line: string): Promise<void> {
      await journal.find((lines) => (lines.includes(line) ? true : undefined), soon());
    },
    async deliver(delivery: Delivery): Promise<number> {
      const url = await address();
      if (url === undefined) return 0;
      const headers = await signedHeaders(run.kind, delivery, secret);
      const status = await post(run, { url, headers, body: delivery.body });
      delivered.push({ name: delivery.name, eventId: delivery.eventId, status });
      return status;
    },
  };
}

/** Deliveries go only to this machine, whatever address a client reports. */
function isHere(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

async function signedHeaders(
  kind: Kind,
  { body, sign = 'well' }: Delivery,
  secret: string,
): Promise<Record<string, string>> {
  const used = sign === 'with another secret' ? newSecret(kind) : secret;
  const now = new Date(Date.now() - (sign === 'ten minutes ago' ? 600_000 : 0));
  const headers = await webhooks.testHeaders({ body, secret: used, now });
  if (sign !== 'not at all') return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.endsWith('-signature')));
}

type Posted = { readonly url: string; readonly headers: Record<string, string>; readonly body: string };

/** The status; 0 if there was no response. */
async function post({ fetch }: ConformanceRun, { url, headers, body }: Posted): Promise<number> {
  try {
    const signal = AbortSignal.timeout(deliveryTimeoutMs);
    const answered = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await answered.arrayBuffer();
    return answered.status;
  } catch {
    return 0;
  }
}

function decideVerdict({ publicKey }: ConformanceRun, scenario: Scenario, seen: Seen): Verdict {
  const signed = seen.heard.filter(({ headers }) => headers['signature-input'] !== undefined);
  if (scenario.signedOnly && signed.length === 0 && seen.heard.length > 0)
    return { scenario, result: 'skipped', findings: ['It does not sign requests.'] };
  if (scenario.needsOutput && seen.output === undefined)
    return { scenario, result: 'skipped', findings: ['Its output is visible only with --run.'] };
  const findings = [...scenario.judge(seen)];
  if (scenario.signedOnly && publicKey !== undefined && signed.some((one) => !isSignatureRight(one, publicKey)))
    findings.push('A signature does not match the public key, the request and its body.');
  if (findings.length > 0 && seen.timedOut && scenario.task !== 'receive')
    findings.push('It was still running at the time limit.');
  return { scenario, result: findings.length === 0 ? 'passed' : 'failed', findings };
}
