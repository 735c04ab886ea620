// The other direction: why a receiver finds our delivery unsigned, or computes another signature.
import { createHmac, hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { listBodyForms } from './body-forms.ts';
import { mistake, type Mistake, type MistakeCode } from './mistakes.ts';

export type OwnSecret = {
  /** As displayed: `whsec_gap_…`, or `whsec_` and base64. */
  readonly text: string;
  /** The secret of this endpoint, its previous one, or that of another endpoint of the same institution. */
  readonly of: 'current' | 'previous' | 'other';
};

export type DeliveryToDiagnose = {
  /** The body as the receiver has it. */
  readonly body: Buffer;
  /** Headers of the delivery: `x-service-signature`, or the three of Standard Webhooks; lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly OwnSecret[];
  /** The signature that the receiver computed, if given: hexadecimal digits or base64. */
  readonly computed?: string | undefined;
  /** The receiver's clock. */
  readonly at: Date;
  readonly toleranceS: number;
};

export type WebhookDiagnosis = {
  readonly verdict: 'valid' | 'explained' | 'not_explained';
  readonly mistakes: readonly Mistake[];
};

type Signed = {
  readonly id: string;
  readonly time: string;
  readonly signatures: readonly Buffer[];
  readonly isStandard: boolean;
};

export async function diagnoseWebhook(received: DeliveryToDiagnose): Promise<WebhookDiagnosis> {
  const ways = [readStandard(received.headers), readService(received.headers)].filter((way) => way !== undefined);
  const [signed] = ways;
  if (signed === undefined) return { verdict: 'explained', mistakes: [mistake('webhook.header')] };
  const late = clockMistakes(received, signed);
  const { computed } = received;
  // The receiver's own computation reveals more than the delivery that arrived.
  const explained =
    computed === undefined
      ? await explainDelivery(received, signed)
      : await explainByFewest(received, ways, readComputed(computed));
  if (explained === undefined) return { verdict: 'not_explained', mistakes: late };
  const mistakes = [...explained, ...late];
  return { verdict: mistakes.length === 0 ? 'valid' : 'explained', mistakes };
}

function readStandard(headers: Readonly<Record<string, string>>): Signed | undefined {
  const standard = headers['webhook-signature'];
  const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']];
  if (standard === undefined || id === undefined || time === undefined) return undefined;
  const entries = standard.split(' ').filter((entry) => entry.startsWith('v1,'));
  return { id, time, signatures: entries.map((entry) => Buffer.from(entry.slice(3), 'base64')), isStandard: true };
}

function readService(headers: Readonly<Record<string, string>>): Signed | undefined {
  const [, t, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature'] ?? '') ?? [];
  return t === undefined || hex === undefined
    ? undefined
    : { id: '', time: t, signatures: [Buffer.from(hex, 'hex')], isStandard: false };
}

function readComputed(text: string): Computed {
  const bare = text.trim().replace(/^(?:v1[,=]|t=\d+,v1=|sha256=)/, '');
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(bare);
  return { bytes: Buffer.from(bare, isHex ? 'hex' : 'base64'), isHex };
}

type Key = { readonly bytes: Buffer; readonly codes: readonly MistakeCode[] };

/** The key of a secret, derived correctly and incorrectly. */
function keysOf({ text, of }: OwnSecret): Key[] {
  const isText = text.startsWith('whsec_gap_') || text.startsWith('whsec_agent_');
  const rest = text.replace(/^whsec_(?:gap_|agent_)?/, '');
  const from = of === 'current' ? [] : ([of === 'previous' ? 'secret.previous' : 'secret.other'] as const);
  const key = (bytes: Buffer, ...codes: readonly MistakeCode[]): Key => ({ bytes, codes: [...codes, ...from] });
  const whole = Buffer.from(text);
  const spaced = ['\n', ' ', '\r\n'].map((blank) => Buffer.from(`${isText ? text : rest}${blank}`));
  if (isText)
    return [
      key(whole),
      key(Buffer.from(rest), 'secret.prefix'),
      key(Buffer.from(rest, 'base64'), 'secret.decoded'),
      key(Buffer.from(text, 'base64'), 'secret.decoded'),
      ...spaced.map((bytes) => key(bytes, 'secret.whitespace')),
    ];
  return [
    key(Buffer.from(rest, 'base64')),
    key(Buffer.from(rest), 'secret.text'),
    key(whole, 'secret.prefix'),
    key(Buffer.from(text, 'base64'), 'secret.prefix'),
    key(Buffer.from(text.replace('whsec_', ''), 'hex'), 'secret.text'),
    ...spaced.map((bytes) => key(bytes, 'secret.whitespace', 'secret.text')),
  ].filter(({ bytes }) => bytes.length > 0);
}

type Message = { readonly parts: readonly (string | Buffer)[]; readonly codes: readonly MistakeCode[] };

/** The signed message, composed correctly and incorrectly. */
function messagesOf(body: Buffer, { id, time, isStandard }: Signed): Message[] {
  const right = isStandard ? [`${id}.${time}.`, body] : [`${time}.`, body];
  const message = (parts: readonly (string | Buffer)[], ...codes: readonly MistakeCode[]): Message => ({
    parts,
    codes,
  });
  const joined = isStandard ? [id, time] : [time];
  return [
    message(right),
    message([body], 'webhook.no_time'),
    ...(isStandard ? [message([`${time}.`, body], 'webhook.no_id'), message([`${id}.`, body], 'webhook.no_time')] : []),
    ...['', ':', ',', '\n', '|', ' '].map((sign) => message([joined.join(sign) + sign, body], 'webhook.separator')),
    message([body, `.${time}`], 'webhook.order'),
    ...(isStandard ? [message([`${time}.${id}.`, body], 'webhook.order')] : []),
  ];
}

const hmacOf = (key: Buffer, parts: readonly (string | Buffer)[], name = 'sha256'): Buffer => {
  const made = createHmac(name, key);
  for (const part of parts) made.update(part);
  return made.digest();
};

type Forms = readonly { readonly body: Buffer; readonly codes: readonly MistakeCode[] }[];

const formsOf = (body: Buffer): Forms => [
  { body, codes: [] },
  ...listBodyForms(body).map((form) => ({ body: form.bytes, codes: [`received.${form.name}` as const] })),
];

/** Which form of the body, and which secret, the delivery's signature belongs to. */
async function explainDelivery({ body, secrets }: DeliveryToDiagnose, signed: Signed): Promise<Mistake[] | undefined> {
  const pauseAfter = createPauses();
  const isOurs = (form: Buffer, key: Key) => {
    const [right] = messagesOf(form, signed);
    const made = right && hmacOf(key.bytes, right.parts);
    return made !== undefined && signed.signatures.some((one) => one.equals(made));
  };
  for (const form of formsOf(body))
    for (const secret of secrets) {
      await pauseAfter(form.body.length);
      const [key] = keysOf(secret);
      if (key === undefined || !isOurs(form.body, key)) continue;
      // During a rotation the old secret signs too, which is not a mistake.
      const codes: MistakeCode[] = [...form.codes, ...(secret.of === 'other' ? (['secret.other'] as const) : [])];
      return codes.map((code) => mistake(code));
    }
  return undefined;
}

/** Bytes hashed without a pause: some milliseconds, in which no other request is served. */
const hashedAtOnce = 4_000_000;

/** Pauses between hashes, so that other requests are served. */
function createPauses() {
  let hashed = 0;
  return async (bytes: number): Promise<void> => {
    hashed += bytes;
    if (hashed < hashedAtOnce) return;
    hashed = 0;
    await setImmediate();
  };
}

/** The maximum of hashed bytes: a fraction of a second. */
const hashedMax = 100_000_000;

type Computed = { readonly bytes: Buffer; readonly isHex: boolean };

/** Which mistake turns this delivery into the receiver's signature; the fewest mistakes first. */
async function explainComputed(
  { body, secrets }: DeliveryToDiagnose,
  signed: Signed,
  { bytes, isHex }: Computed,
): Promise<Mistake[] | undefined> {
  const wrongEncoding: readonly MistakeCode[] = isHex === signed.isStandard ? ['webhook.encoding'] : [];
  const explanations = [...listComputations(body, secrets, signed)].toSorted((a, b) => a.codes.length - b.codes.length);
  const affordable = explanations.slice(0, Math.ceil(hashedMax / (body.length + 1)));
  const pauseAfter = createPauses();
  for (const { codes, compute } of affordable) {
    // The fixed cost of hashing a short text, in bytes.
    await pauseAfter(body.length + 4096);
    if (compute().equals(bytes)) return [...codes, ...wrongEncoding].map((code) => mistake(code));
  }
  return undefined;
}

/**
 * A delivery has the headers of both schemes, and the receiver checks one. The scheme with the same encoding as the
 * computed signature is tried first; the other is chosen if it needs fewer mistakes.
 */
async function explainByFewest(
  received: DeliveryToDiagnose,
  ways: readonly Signed[],
  target: Computed,
): Promise<Mistake[] | undefined> {
  let fewest: Mistake[] | undefined;
  const isOther = ({ isStandard }: Signed): number => Number(isStandard === target.isHex);
  for (const way of ways.toSorted((a, b) => isOther(a) - isOther(b))) {
    const explained = await explainComputed(received, way, target);
    if (explained !== undefined && explained.length < (fewest?.length ?? Infinity)) fewest = explained;
    if (fewest?.length === 0) break;
  }
  return fewest;
}

type Computation = { readonly codes: readonly MistakeCode[]; readonly compute: () => Buffer };

/** Up to two simultaneous mistakes in body, message and key. */
function* listComputations(body: Buffer, secrets: readonly OwnSecret[], signed: Signed): Generator<Computation> {
  const keys = secrets.flatMap(keysOf);
  for (const form of formsOf(body))
    for (const { parts, codes } of messagesOf(form.body, signed)) {
      const made = [...form.codes, ...codes];
      if (made.length > 2) continue;
      yield {
        codes: [...made, 'webhook.plain_hash'],
        compute: () => hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer'),
      };
      for (const key of keys) {
        const all = [...made, ...key.codes];
        if (all.length > 2) continue;
        yield { codes: all, compute: () => hmacOf(key.bytes, parts) };
        if (all.length < 2)
          for (const name of ['sha512', 'sha1', 'sha384'])
            yield { codes: [...all, 'webhook.hash'], compute: () => hmacOf(key.bytes, parts, name) };
      }
    }
}

function clockMistakes({ at, toleranceS }: DeliveryToDiagnose, { time }: Signed): Mistake[] {
  const behind = Math.floor(at.getTime() / 1000) - Number(time);
  if (Math.abs(behind) <= toleranceS) return [];
  return [mistake('webhook.clock', `It is ${Math.abs(behind)} seconds ${behind > 0 ? 'behind' : 'ahead'}.`)];
}
