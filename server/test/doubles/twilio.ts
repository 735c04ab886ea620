import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { callingRules, nextOpening } from '#lib/calling/calling-hours';
import { stateOfPhone } from '#lib/calling/us-zones';
import type { TestSettings } from '#test/fixtures/test-settings';
import { startHarness, type Answer, type Harness } from '#test/harness';

/** A text message as the provider parsed it. */
type ReceivedText = {
  readonly sid: string;
  readonly to: string;
  readonly body: string;
  /** The number or messaging service that it is sent from. */
  readonly from: string | undefined;
  readonly messagingServiceSid: string | undefined;
  readonly statusCallback: string;
};

/**
 * How the provider treats the next messages: accepts them; rejects this one permanently; is rate limited; fails; cuts
 * the connection; never responds; returns something that is not its API; returns no id.
 */
type TwilioMood = 'accept' | 'refuse' | 'too many' | 'broken' | 'cut off' | 'silent' | 'not the api' | 'without sid';

/** The provider's own rejection code, with its HTTP status. */
type TwilioRefusal = { readonly code: number; readonly status: number };

export type Twilio = {
  /** Settings that make the service use it. */
  readonly env: TestSettings;
  readonly received: readonly ReceivedText[];
  /** How many requests arrived, whatever their result. */
  readonly requests: number;
  behave(mood: TwilioMood | TwilioRefusal): void;
  to(number: string): ReceivedText[];
  /** Returns the X-Twilio-Signature that the provider would send. */
  sign(url: string, form: Readonly<Record<string, string>>): string;
  close(): Promise<void>;
};

const accountSid = `AC${'0'.repeat(32)}`;
const authToken = 'synthetic-auth-token';

/** The parts of Twilio's HTTP API that the service uses; it rejects invalid requests. */
export async function startTwilio(sender = '+14155550100'): Promise<Twilio> {
  const received: ReceivedText[] = [];
  let requests = 0;
  let mood: TwilioMood | TwilioRefusal = 'accept';
  const server = createServer((request, response) => {
    requests += 1;
    void answer(request, response, mood).then((taken) => taken && received.push(taken));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    env: {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: sender,
      twilioApiUrl: `http://127.0.0.1:${port}`,
    },
    received,
    get requests() {
      return requests;
    },
    behave: (next) => {
      mood = next;
    },
    to: (number) => received.filter((message) => message.to === number),
    sign: (url, form) => signature(authToken, url, form),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Twilio's published scheme, written independently of the service's own: the full URL, then each form field's name and
 * value without a separator, ordered by name.
 */
export function signature(token: string, url: string, form: Readonly<Record<string, string>>): string {
  const hmac = createHmac('sha1', token).update(url, 'utf8');
  for (const [name, value] of Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hmac.update(name, 'utf8').update(value, 'utf8');
  }
  return hmac.digest('base64');
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  mood: TwilioMood | TwilioRefusal,
): Promise<ReceivedText | undefined> {
  const form = new URLSearchParams(await text(request));
  if (request.method === 'GET') return void answerAccount(request, response);
  const problem = problemWith(request, form);
  if (problem !== undefined) return void send(response, problem.status, problem);
  if (typeof mood === 'object') return void send(response, mood.status, { ...mood, message: 'A synthetic refusal' });
  switch (mood) {
    case 'refuse':
      return void send(response, 400, { code: 21_211, message: "The 'To' number is not valid.", status: 400 });
    case 'too many':
      return void send(response, 429, { code: 20_429, message: 'Too Many Requests', status: 429 });
    case 'broken':
      return void send(response, 500, { code: 20_500, message: 'Internal Server Error', status: 500 });
    case 'cut off':
      return void request.socket.destroy();
    case 'silent':
      return undefined;
    case 'not the api':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>');
    case 'without sid':
      return void send(response, 201, { status: 'queued' });
    case 'accept': {
      const taken = understood(form);
      send(response, 201, { sid: taken.sid, status: 'queued', to: taken.to, body: taken.body });
      return taken;
    }
  }
}

/** The provider describes an account to any client that has its secret. */
function answerAccount(request: IncomingMessage, response: ServerResponse): void {
  if (request.url !== `/2010-04-01/Accounts/${accountSid}.json`)
    return send(response, 404, { code: 20_404, message: 'The requested resource was not found', status: 404 });
  const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  if (request.headers.authorization !== `Basic ${basic}`)
    return send(response, 401, { code: 20_003, message: 'Authenticate', status: 401 });
  send(response, 200, { sid: accountSid, status: 'active', type: 'Full' });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns the fault for which the provider would reject a request, before it reads the message itself. */
function problemWith(request: IncomingMessage, form: URLSearchParams) {
  if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) {
    return { code: 20_404, message: 'The requested resource was not found', status: 404 };
  }
  const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  if (request.headers.authorization !== `Basic ${basic}`) {
    return { code: 20_003, message: 'Authenticate', status: 401 };
  }
  const type = request.headers['content-type'] ?? '';
  const allowed = new Set(['To', 'Body', 'From', 'MessagingServiceSid', 'StatusCallback']);
  const names = [...form.keys()];
  const wellFormed =
    type.startsWith('application/x-www-form-urlencoded') &&
    names.every((name) => allowed.has(name)) &&
    names.length === new Set(names).size &&
    /^\+1[2-9]\d{9}$/.test(form.get('To') ?? '') &&
    (form.get('Body') ?? '') !== '' &&
    form.has('From') !== form.has('MessagingServiceSid') &&
    /^https?:\/\//.test(form.get('StatusCallback') ?? '');
  return wellFormed ? undefined : { code: 21_600, message: 'A parameter is missing or wrong.', status: 400 };
}

const understood = (form: URLSearchParams): ReceivedText => ({
  sid: `SM${randomBytes(16).toString('hex')}`,
  to: form.get('To') ?? '',
  body: form.get('Body') ?? '',
  from: form.get('From') ?? undefined,
  messagingServiceSid: form.get('MessagingServiceSid') ?? undefined,
  statusCallback: form.get('StatusCallback') ?? '',
});

/** Moves the clock to the next time at which a text may be sent in every time zone: a weekday afternoon in New York. */
export function moveToTextingHours({ clock }: Harness): void {
  const opening = nextOpening(callingRules, { state: undefined, zones: [] }, clock.now());
  if (opening !== undefined) clock.advance((opening.getTime() - clock.now().getTime()) / 1000);
}

export type TextHarness = { readonly harness: Harness; readonly twilio: Twilio };

/** The harness for a test file, with the provider's double behind its texts. */
export function useTextHarness(env: TestSettings = {}, sender?: string): { readonly current: TextHarness } {
  let both: TextHarness | undefined;
  beforeAll(async () => {
    const twilio = await startTwilio(sender);
    const harness = await startHarness({ ...twilio.env, ...env });
    moveToTextingHours(harness);
    // Not at the very start of the hours: tests submit from New York to Honolulu.
    harness.clock.advance(3600);
    both = { twilio, harness };
  });
  afterAll(async () => {
    await both?.harness.close();
    await both?.twilio.close();
  });
  return {
    get current() {
      if (both === undefined) throw new Error('the harness is not started yet');
      return both;
    },
  };
}

type Callback = {
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  /** Replaces the provider's own signature; null sends none. */
  readonly signature?: string | null;
};

/** Calls one of the service's URLs as the provider does: with a signed form. */
export function callBack({ harness, twilio }: TextHarness, callback: Callback): Promise<Answer> {
  const { path, form } = callback;
  const signed = callback.signature ?? twilio.sign(`${harness.config.publicBaseUrl}${path}`, form);
  return harness.call('POST', path, {
    raw: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(callback.signature === null ? {} : { 'x-twilio-signature': signed }),
    },
  });
}

/** The service neither texts nor calls numbers with other area codes. */
const areaCodesInUse = Array.from({ length: 800 }, (_, index) => 200 + index).filter(
  (area) => stateOfPhone(`+1${area}5550100`) !== undefined,
);

let lastNumber = 0;

/**
 * Returns a number that no other test in the file uses: 555-0100 to 555-0199 are reserved for fiction in every area
 * code.
 */
export function freshPhone(): string {
  lastNumber += 1;
  return `+1${areaCodesInUse[Math.floor(lastNumber / 100)]}55501${String(lastNumber % 100).padStart(2, '0')}`;
}
