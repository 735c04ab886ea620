import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config, TwilioConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import { textStatusPath, type ProviderRequest, type Text, type TextGateway } from './port.ts';

const timeoutMs = 10_000;
/** A person is waiting for the check. */
const checkMs = 5_000;

export function createText(config: Config): TextGateway {
  const { twilio } = config;
  if (twilio === undefined && config.devPages !== 'off') return inbox;
  if (twilio === undefined) {
    return {
      configured: false,
      send: () => Promise.reject(noTransport()),
      check: () => Promise.reject(noTransport()),
      isGenuine: () => false,
    };
  }
  return {
    configured: true,
    send: (text) => send(twilio, `${config.publicBaseUrl}${textStatusPath}`, text),
    check: () => check(twilio),
    isGenuine: (request) => isGenuine(twilio, request),
  };
}

/** In development the recipient sees the stored text at /dev/inbox. */
const inbox: TextGateway = {
  configured: true,
  send: async ({ id }) => ({ providerId: `inbox-${id}` }),
  check: async () => 'the inbox at /dev/inbox; nothing leaves this machine',
  isGenuine: () => false,
};

const noTransport = () => new GatewayError('unavailable', 'no text transport is configured');

const authorization = ({ accountSid, authToken }: TwilioConfig): string =>
  `Basic ${Buffer.from(`${accountSid}:${authToken.reveal()}`).toString('base64')}`;

/** Reads our own account, which costs nothing. */
async function check(twilio: TwilioConfig): Promise<string> {
  const response = await fetch(`${twilio.apiUrl}/2010-04-01/Accounts/${twilio.accountSid}.json`, {
    headers: { authorization: authorization(twilio) },
    redirect: 'error',
    signal: AbortSignal.timeout(checkMs),
  }).catch((error: unknown) => {
    throw new GatewayError('unavailable', 'the text provider does not answer', { cause: error });
  });
  const answer = (await response.json().catch(() => undefined)) as { status?: unknown } | undefined;
  if ([401, 403, 404].includes(response.status))
    throw new GatewayError('refused', 'the text provider does not know this account, or refuses its secret');
  if (!response.ok || typeof answer?.status !== 'string')
    throw new GatewayError('malformed', `the text provider answered ${response.status}, without our account`);
  if (answer.status !== 'active') throw new GatewayError('refused', 'the account at the text provider is not active');
  return 'the provider knows our account, and it is active';
}

async function send(twilio: TwilioConfig, statusUrl: string, { to, text }: Text): Promise<{ providerId: string }> {
  const sender = twilio.from.startsWith('MG') ? { MessagingServiceSid: twilio.from } : { From: twilio.from };
  const response = await fetch(`${twilio.apiUrl}/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: authorization(twilio) },
    body: new URLSearchParams({ To: to, Body: text, StatusCallback: statusUrl, ...sender }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const mayBeDone = !isBeforeRequest(error);
    throw new GatewayError('unavailable', 'the text provider did not answer', {
      cause: error,
      about: 'service',
      mayBeDone,
    });
  });
  const answer = (await response.json().catch(() => undefined)) as { sid?: unknown; code?: unknown } | undefined;
  if (!response.ok) throw refusal(response.status, answer?.code);
  if (typeof answer?.sid !== 'string') throw notTheApi();
  return { providerId: answer.sid };
}

/** Something between us and the provider responded, or the provider changed its API. */
const notTheApi = () =>
  new GatewayError('malformed', 'the text provider gave no id', { about: 'service', mayBeDone: true });

const connectCodes: readonly unknown[] = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Whether no connection was made; later, the provider may have accepted the text. */
const isBeforeRequest = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  connectCodes.includes(error.cause.code);

/** Not a number, unsubscribed by STOP, not a mobile number, a landline. */
const recipientCodes: readonly unknown[] = [21_211, 21_610, 21_614, 21_635];

/**
 * Only a refusal of the recipient is final. A wrong credential, account, sender or request of ours, or a failing
 * provider, is not the message's fault: it is sent once that is fixed.
 */
function refusal(status: number, code: unknown): GatewayError {
  const kind = recipientCodes.includes(code) ? 'refused' : 'unavailable';
  return new GatewayError(kind, 'the text was not accepted', {
    responseCode: typeof code === 'number' ? code : status,
    about: isAboutService(status, code) ? 'service' : 'request',
    // It failed during its work.
    mayBeDone: status >= 500 && status !== 503,
  });
}

/** Not signed in, not allowed, no such account, too many requests. */
const serviceStatuses: readonly number[] = [401, 403, 404, 429];
/** Our account is not active or suspended; our number is not ours or has too much to send; our callback is not an address. */
const serviceCodes: readonly unknown[] = [20_005, 30_002, 21_606, 21_609, 21_611];

const isAboutService = (status: number, code: unknown): boolean =>
  status >= 500 || serviceStatuses.includes(status) || serviceCodes.includes(code);

/** Twilio's scheme: HMAC-SHA1 under the auth token over the URL and the form's names and values, sorted by name. */
function twilioSignature(authToken: string, url: string, form: Readonly<Record<string, string>>): string {
  const signed = Object.keys(form)
    .sort()
    .reduce((text, name) => `${text}${name}${form[name]}`, url);
  return createHmac('sha1', authToken).update(signed).digest('base64');
}

function isGenuine(twilio: TwilioConfig, { url, form, signature }: ProviderRequest): boolean {
  const expected = Buffer.from(twilioSignature(twilio.authToken.reveal(), url, form));
  const actual = Buffer.from(signature ?? '');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
