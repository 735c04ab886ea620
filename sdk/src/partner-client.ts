import { json } from './agent-client.ts';
import { createSigner, type Signer, type SigningKey } from './create-signer.ts';
import { bearer, signed, type Credential } from './credentials.ts';
import { watchEvents, type WatchOptions } from './calling/watch-events.ts';
import { createList, type List, type Page } from './calling/list.ts';
import { syncRoster, type RosterOptions } from './calling/sync-roster.ts';
import type { Rows } from './calling/ndjson.ts';
import { CannotSign, type Environment } from './signature-base.ts';
import { createTransport, type CallOptions, type ChangeOptions, type TransportOptions } from './calling/transport.ts';
import type { PartnerEvent } from './types/events.ts';
import { describedServer } from './types/partner.gen.ts';
import type {
  ActivatedCredential,
  Analytics,
  AnalyticsFilter,
  AttestRequest,
  BulkEnrollments,
  BulkEnrollmentsRequest,
  BulkReferrals,
  BulkReferralsRequest,
  ChallengeRequest,
  Enrollment,
  EnrollmentChange,
  EnrollmentFilter,
  EnrollmentRequest,
  EventFilter,
  FoundReviews,
  ListedEnrollment,
  ListedReferral,
  LossNotice,
  LossNoticeRequest,
  PartnerCredential,
  Redemption,
  RedemptionFilter,
  Referral,
  ReferralChange,
  ReferralFilter,
  ReferralRequest,
  ReviewLookup,
  ReviewRecord,
  SimulateRequest,
  Statement,
  StatementFilter,
} from './types/types.ts';

export type PartnerOptions = TransportOptions &
  (
    | {
        /** `gap_test_…` or `gap_live_…`. */
        readonly key: string;
        /** The client refuses a key for the other environment. */
        readonly environment?: Environment;
        readonly signer?: never;
      }
    | {
        /** A private key with the id of its credential, or any signer. */
        readonly signer: Signer | SigningKey;
        readonly environment: Environment;
        readonly key?: never;
      }
  );

const base = '/api/gap/v1';

/** A client of the partner API. */
export function createPartnerClient(options: PartnerOptions) {
  const baseUrl = options.baseUrl ?? describedServer;
  const errorPage = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/developers/errors`;
  const api = createTransport({ ...options, baseUrl, errorPage, credential: credentialOf(options) });
  const read = <T>(path: string, call: CallOptions = {}, query: object = {}): Promise<T> =>
    api.send<T>({ ...call, method: 'GET', path: base + path, query: { ...query }, repeatable: true });
  const change = <T>(path: string, request: unknown, given: ChangeOptions & { method?: string } = {}): Promise<T> => {
    const { idempotencyKey = crypto.randomUUID(), method = 'POST', ...call } = given;
    const body = request === undefined ? undefined : json(request);
    return api.send<T>({ ...call, method, path: base + path, body, idempotencyKey, repeatable: true });
  };
  const list = <T>(
    path: string,
    filter: { readonly cursor?: string | undefined } = {},
    call: CallOptions = {},
  ): List<T> => createList((cursor) => read<Page<T>>(path, call, { ...filter, cursor }), filter.cursor);
  const calls = { read, change, list };

  return {
    me: { get: (call?: CallOptions) => read<PartnerCredential>('/me', call) },
    credentials: {
      /** Answers the challenge of a new credential with a request that it signs. */
      verify: (id: string, request: ChallengeRequest, call?: ChangeOptions) =>
        change<ActivatedCredential>(`/credentials/${encodeURIComponent(id)}/verify`, request, call),
    },
    /** Planned by the contract and not open yet: fails with `operation_not_open`. */
    checkSignature: (request: unknown = {}, call?: ChangeOptions) => change<unknown>('/signature-check', request, call),
    referrals: referralCalls(calls),
    reviews: {
      lookup: (request: ReviewLookup, call?: ChangeOptions) =>
        change<FoundReviews>('/review-status/lookup', request, call),
    },
    events: {
      list: (filter?: EventFilter, call?: CallOptions) => list<PartnerEvent>('/events', filter, call),
      /** Every event from the cursor on, then each new one. */
      follow: ({
        filter = {},
        ...following
      }: WatchOptions & { readonly filter?: Omit<EventFilter, 'order' | 'cursor'> } = {}) =>
        watchEvents<PartnerEvent>(
          (cursor) => read('/events', following, { limit: 100, ...filter, order: 'asc', cursor }),
          following,
        ),
    },
    analytics: {
      get: (filter?: AnalyticsFilter, call?: CallOptions) => read<Analytics>('/analytics', call, filter),
    },
    plans: {
      ...planCalls(calls),
      /** The whole roster, sent as it is read. Start with `mode: 'dry_run'`. */
      syncRoster: (rows: Rows<EnrollmentRequest> | (() => Rows<EnrollmentRequest>), roster?: RosterOptions) =>
        syncRoster(api, rows, roster),
    },
  };
}

type Calls = {
  read<T>(path: string, call?: CallOptions, query?: object): Promise<T>;
  change<T>(path: string, request: unknown, given?: ChangeOptions & { method?: string }): Promise<T>;
  list<T>(path: string, filter?: { readonly cursor?: string | undefined }, call?: CallOptions): List<T>;
};

function referralCalls({ read, change, list }: Calls) {
  const one = (id: string) => `/referrals/${encodeURIComponent(id)}`;
  return {
    create: (request: ReferralRequest, call?: ChangeOptions) => change<Referral>('/referrals', request, call),
    list: (filter?: ReferralFilter, call?: CallOptions) => list<ListedReferral>('/referrals', filter, call),
    get: (id: string, call?: CallOptions) => read<Referral>(one(id), call),
    update: (id: string, request: ReferralChange, call?: ChangeOptions) =>
      change<Referral>(one(id), request, { ...call, method: 'PATCH' }),
    createBulk: (request: BulkReferralsRequest, call?: ChangeOptions) =>
      change<BulkReferrals>('/referrals/bulk', request, call),
    simulate: (id: string, request: SimulateRequest, call?: ChangeOptions) =>
      change<Referral>(`${one(id)}/simulate`, request, call),
    attest: (id: string, request: AttestRequest, call?: ChangeOptions) =>
      change<Referral>(`${one(id)}/attest`, request, call),
    reviewRecord: (id: string, call?: CallOptions) => read<ReviewRecord>(`${one(id)}/review-record`, call),
  };
}

function planCalls({ read, change, list }: Calls) {
  const one = (id: string) => `/plans/enrollments/${encodeURIComponent(id)}`;
  return {
    enroll: (request: EnrollmentRequest, call?: ChangeOptions) =>
      change<Enrollment>('/plans/enrollments', request, call),
    enrollments: (filter?: EnrollmentFilter, call?: CallOptions) =>
      list<ListedEnrollment>('/plans/enrollments', filter, call),
    enrollment: (id: string, call?: CallOptions) => read<Enrollment>(one(id), call),
    updateEnrollment: (id: string, request: EnrollmentChange, call?: ChangeOptions) =>
      change<Enrollment>(one(id), request, { ...call, method: 'PATCH' }),
    enrollBulk: (request: BulkEnrollmentsRequest, call?: ChangeOptions) =>
      change<BulkEnrollments>('/plans/enrollments/bulk', request, call),
    reportLoss: (request: LossNoticeRequest, call?: ChangeOptions) =>
      change<LossNotice>('/plans/loss-notices', request, call),
    redemptions: (filter?: RedemptionFilter, call?: CallOptions) =>
      list<Redemption>('/plans/redemptions', filter, call),
    statements: (filter?: StatementFilter, call?: CallOptions) => list<Statement>('/plans/statements', filter, call),
  };
}

function credentialOf(options: PartnerOptions): Credential {
  const { now = () => new Date() } = options;
  if (options.signer !== undefined) {
    const signer = 'sign' in options.signer ? options.signer : createSigner(options.signer);
    return signed({ signer, environment: options.environment, now });
  }
  const { key, environment } = options;
  const [, mode] = /^gap_(live|test)_/.exec(key) ?? [];
  if (environment !== undefined && mode !== undefined && mode !== (environment === 'TEST' ? 'test' : 'live')) {
    throw new CannotSign(`the key is a ${mode} key and the environment is ${environment}`);
  }
  return bearer(key);
}
