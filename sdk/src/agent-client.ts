import { toBytes } from './bytes.ts';
import { bearer } from './credentials.ts';
import {
  createTransport,
  type CallBody,
  type CallOptions,
  type ChangeOptions,
  type Transport,
  type TransportOptions,
} from './calling/transport.ts';
import { describedServer } from './types/agent.gen.ts';
import type {
  AgentAccount,
  AgentWebhook,
  Agreement,
  IntakeAnswer,
  IntakeReceipt,
  IntakeRequest,
  RecoverKeyRequest,
  RecoveredKey,
  Recovery,
  RecoveryRequest,
  Registration,
  RegistrationRequest,
  RemovedWebhook,
  RotatedKey,
  Verified,
  VerifyRequest,
  WebhookRequest,
} from './types/types.ts';

export type AgentOptions = TransportOptions & {
  /** `svc_agent_…`. Without one you can submit, register and follow by poll token. */
  readonly key?: string | undefined;
};

/** Without a poll token the agent's key is sent. */
export type IntakeAccess = CallOptions & { readonly pollToken?: string | undefined };

export type ReportOptions = IntakeAccess & { readonly filename?: string | undefined };

/** The service reads a report while you wait. */
const reportTimeoutMs = 120_000;

export const json = (value: unknown): CallBody => ({
  bytes: toBytes(JSON.stringify(value)),
  type: 'application/json',
});

/** The agent interface. */
export function createAgentClient({ key, ...options }: AgentOptions = {}) {
  const baseUrl = options.baseUrl ?? describedServer;
  // Pages are about both modes, so they are outside the sandbox.
  const errorPage = `${baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/sandbox$/, '')}/developers/agent`;
  const as = (token: string | undefined): Transport =>
    createTransport({ ...options, baseUrl, errorPage, credential: bearer(token) });
  const api = as(key);
  const follower = ({ pollToken }: IntakeAccess): Transport => (pollToken === undefined ? api : as(pollToken));

  return {
    intakes: {
      /** A request with a lost response is retried with the same key; that answer has no `poll_token`. */
      create: (request: IntakeRequest, { idempotencyKey = crypto.randomUUID(), ...call }: ChangeOptions = {}) =>
        api.send<IntakeAnswer>({ ...call, ...post('/intakes', request), idempotencyKey, repeatable: true }),
      get: (id: string, access: IntakeAccess = {}) =>
        follower(access).send<IntakeReceipt>({ ...access, ...get(`/intakes/${encodeURIComponent(id)}`) }),
      /** The insurer's report as PDF, up to 15 MB. */
      attachReport: (id: string, file: Blob | Uint8Array, access: ReportOptions = {}) =>
        follower(access).send<IntakeReceipt>({
          ...access,
          timeoutMs: access.timeoutMs ?? reportTimeoutMs,
          method: 'POST',
          path: `${base}/intakes/${encodeURIComponent(id)}/documents`,
          body: { form: reportForm(file, access.filename) },
          repeatable: false,
        }),
    },
    agreement: { get: (call: CallOptions = {}) => api.send<Agreement>({ ...call, ...get('/agreement') }) },
    // Each of these sends an email or counts an attempt, so the caller decides about an unknown outcome.
    registration: {
      start: (request: RegistrationRequest, call: CallOptions = {}) =>
        api.send<Registration>({ ...call, ...post('/register', request) }),
      verify: (request: VerifyRequest, call: CallOptions = {}) =>
        api.send<Verified>({ ...call, ...post('/register/verify', request) }),
    },
    recovery: {
      start: (request: RecoveryRequest, call: CallOptions = {}) =>
        api.send<Recovery>({ ...call, ...post('/recover', request) }),
      verify: (request: RecoverKeyRequest, call: CallOptions = {}) =>
        api.send<RecoveredKey>({ ...call, ...post('/recover/verify', request) }),
    },
    me: accountCalls(api),
  };
}

const base = '/api/agent/v1';
const get = (path: string) => ({ method: 'GET', path: base + path, repeatable: true });
const post = (path: string, request: unknown) => ({
  method: 'POST',
  path: base + path,
  body: json(request),
  repeatable: false,
});

function accountCalls(api: Transport) {
  const webhook = `${base}/me/webhook`;
  return {
    get: (call: CallOptions = {}) => api.send<AgentAccount>({ ...call, ...get('/me') }),
    /** Revokes the key it is called with. Never retried: the second call would be refused and the new key lost. */
    rotateKey: (call: CallOptions = {}) =>
      api.send<RotatedKey>({ ...call, method: 'POST', path: `${base}/me/rotate-key`, repeatable: false }),
    webhook: {
      /** Every call creates a new secret, so it is not retried automatically. */
      set: (request: WebhookRequest, call: CallOptions = {}) =>
        api.send<AgentWebhook>({ ...call, method: 'PUT', path: webhook, body: json(request), repeatable: false }),
      remove: (call: CallOptions = {}) =>
        api.send<RemovedWebhook>({ ...call, method: 'DELETE', path: webhook, repeatable: true }),
    },
  };
}

function reportForm(file: Blob | Uint8Array, filename = 'report.pdf'): FormData {
  const form = new FormData();
  const blob = file instanceof Blob ? file : new Blob([toBytes(file)], { type: 'application/pdf' });
  form.set('file', blob, filename);
  return form;
}
