import { webhooks, WebhookRefused } from '@makewhole/sdk';
import { wrongUse } from '../command-failed.ts';
import { readConfigFile } from '../config-file.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { cleanText, print } from '../print.ts';
import { describeMistakes } from './describe-mistakes.ts';
import { diagnoseWebhook, type Mistake } from './diagnosis.ts';
import {
  headerOf,
  optional,
  readAt,
  readHeaderLines,
  readInput,
  requireOneStdin,
  requireOption,
} from './read-input.ts';

const toleranceS = 300;

/** Whether a delivery is genuine, offline; if not, which mistake explains it. */
export async function verify(io: Io, given: Given): Promise<ExitCode> {
  const { options } = given;
  requireOneStdin(options['headers'], options['body'], options['secret-file']);
  const rawHeaders = await readHeaders(io, given);
  const body = await readInput(io, requireOption(options, 'body'));
  const secrets = await findSecrets(io, given);
  const signedAt = findSigned(rawHeaders);
  // A copy may be old: its age counts only against a time that the user gives.
  const named = readAt(io, options['at']);
  const at = named ?? signedAt ?? io.now();
  const headers = Object.fromEntries(
    rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [])),
  ) as Record<string, string>;
  const refusal = await findRefusal({ headers, body, secrets, at });
  if (refusal === undefined) {
    const event = readEvent(body);
    const ageS =
      signedAt === undefined ? null : Math.floor(((named ?? io.now()).getTime() - signedAt.getTime()) / 1000);
    const value = {
      verdict: 'valid',
      mistakes: [],
      event: event ?? null,
      signed_at: signedAt?.toISOString() ?? null,
      age_seconds: ageS,
      within_tolerance: ageS === null ? null : Math.abs(ageS) <= toleranceS,
    };
    const what = event === undefined ? ', and no event' : `: ${cleanText(event.type)} ${cleanText(event.id)}`;
    const noEvent = ['  The signature is valid, but the body lacks the type and id that every event has.'];
    print(io, given, {
      value,
      lines: [
        `Genuine${what}. Signed ${signedAt?.toISOString() ?? ''}.`,
        ...(event === undefined ? noEvent : []),
        ...describeAge(ageS),
      ],
    });
    return 0;
  }
  const own = secrets.map((text) => ({ text, of: 'current' as const }));
  const { mistakes } = await diagnoseWebhook({ body, headers, secrets: own, at, toleranceS });
  // A delivery refused by the library is never called valid: if no mistake explains it, the library's reason is
  // shown.
  const found = mistakes.length > 0 ? mistakes.map(ofThisSide) : [unexplained(refusal, headers)];
  const listed: readonly Mistake[] = body.length === 0 ? [emptyBody] : found;
  print(io, given, {
    value: { verdict: 'refused', reason: refusal.reason, mistakes: listed },
    lines: [`Rejected: ${refusal.message}.`, ...describeMistakes(listed)],
  });
  return 1;
}

/** A copy stays genuine, but a receiver that gets it this late refuses it. */
function describeAge(ageS: number | null): string[] {
  if (ageS === null || Math.abs(ageS) <= toleranceS) return [];
  const age = ageS > 0 ? `${ageS} seconds old` : `signed ${-ageS} seconds ahead of the clock`;
  return [`  It is ${age}; receivers reject more than ${toleranceS}. To reject it here too, add --at now.`];
}

const emptyBody: Mistake = {
  code: 'received.empty',
  what: 'The body is empty.',
  fix: 'Read the raw body before anything else, and keep its bytes.',
};

/** The form in which the body was signed, if it differs from the given one. */
const signedForms: Readonly<Record<string, string>> = {
  'received.compact': 'without spaces',
  'received.pretty': 'pretty-printed',
  'received.spaced': 'with a space after each colon and comma',
  'received.sorted': 'with its fields sorted',
  'received.escaped': 'with non-ASCII characters escaped',
  'received.final_newline': 'with one more or one fewer line break at the end',
  'received.crlf': 'with different line endings',
  'received.byte_order_mark': 'with a byte order mark added or removed',
};

function ofThisSide(one: Mistake): Mistake {
  const form = signedForms[one.code];
  return form === undefined ? one : { ...one, what: `Your body is not the signed body, which is ${form}.` };
}

async function readHeaders(io: Io, { options }: Given): Promise<string[]> {
  const { headers: file, signature } = options;
  if (typeof signature === 'string') return ['x-service-signature', signature];
  if (typeof file !== 'string') throw wrongUse('Specify the headers: --headers <file>, or --signature <value>.');
  const read = readHeaderLines((await readInput(io, file)).toString('latin1'));
  if (read.length === 0) throw wrongUse(`${file} has no lines such as X-Service-Signature: t=…,v1=…`);
  return read;
}

/** From a file, from the environment, or from `mw listen`. */
async function findSecrets(io: Io, given: Given): Promise<string[]> {
  const file = optional(given.options['secret-file']);
  const text =
    file === undefined
      ? io.env['MAKEWHOLE_WEBHOOK_SECRET'] || (readConfigFile(io.env).listen_secret ?? '')
      : (await readInput(io, file)).toString('utf8');
  const secrets = text.split(/[\s,]+/).filter((one) => one !== '');
  if (secrets.length === 0)
    throw wrongUse(
      'No secret. Use --secret-file <file>, or set MAKEWHOLE_WEBHOOK_SECRET; during a rotation, use two separated by a comma. ' +
        'After mw listen has run once, its secret is used by default.',
    );
  return secrets;
}

type Received = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly secrets: readonly string[];
  readonly at: Date;
};

async function findRefusal({ headers, body, secrets, at }: Received): Promise<WebhookRefused | undefined> {
  try {
    await webhooks.verify({ headers, body, secret: secrets, now: at, toleranceSeconds: toleranceS });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookRefused) return error;
    // The signature is valid, but the signed body is not JSON.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function unexplained({ reason }: WebhookRefused, headers: Readonly<Record<string, string>>): Mistake {
  const fixes: Readonly<Record<WebhookRefused['reason'], string>> = {
    header: 'Keep the headers as received; x-service-signature is t=<unix seconds>,v1=<64 hexadecimal digits>.',
    timestamp: 'Correct the clock; allow 300 seconds.',
    signature: 'Use the secret of the endpoint that got this delivery, and the body before any parsing.',
    secret: 'A secret begins with whsec_; copy all of it.',
  };
  const missing = headers['x-service-signature'] === undefined && headers['webhook-signature'] === undefined;
  const what = {
    header: missing ? 'There is no signature header.' : 'The signature header cannot be read.',
    timestamp: 'It was signed too long ago, or in the future.',
    signature: 'No known mistake explains it: the secret or the body is different.',
    secret: 'The secret has an unknown format.',
  }[reason];
  return { code: `webhook.${reason}`, what, fix: fixes[reason] };
}

function findSigned(rawHeaders: readonly string[]): Date | undefined {
  const own = /\bt=(\d{1,12})\b/.exec(headerOf(rawHeaders, 'x-service-signature') ?? '')?.[1];
  const seconds = own ?? headerOf(rawHeaders, 'webhook-timestamp') ?? '';
  return /^\d{1,11}$/.test(seconds) ? new Date(Number(seconds) * 1000) : undefined;
}

function readEvent(body: Buffer): { id: string; type: string } | undefined {
  try {
    const { id, type } = JSON.parse(body.toString('utf8')) as { id?: unknown; type?: unknown };
    return typeof id === 'string' && typeof type === 'string' ? { id, type } : undefined;
  } catch {
    return undefined;
  }
}
