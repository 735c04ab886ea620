// The event log and its recipients (D-013, D-059, D-122 and D-124, T11).

const partnerTypes = [
  'referral.created',
  'referral.invited',
  'referral.activated',
  'referral.settled',
  'referral.closed',
  'referral.canceled',
  'referral.expired',
  'plan.enrollment.created',
  'plan.enrollment.updated',
  'plan.enrollment.canceled',
  'plan.loss.reported',
  'plan.redemption.created',
  'plan.statement.issued',
  'referral.declined',
  'referral.updated',
  'plan.redemption.completed',
  'referral.review_updated',
] as const;

export type LoggedEvent = {
  /** The owning account; undefined for anonymous submissions, which have no deliveries. */
  readonly account: string | undefined;
  readonly audience: 'agent' | 'partner';
  readonly livemode: boolean;
  readonly type: string;
  readonly subject: string;
  readonly at: number;
  readonly thin: object;
  readonly full: object;
  /** The service's event id once seen; it is the same everywhere. */
  id: string | undefined;
};

type Endpoint = {
  readonly id: string;
  readonly account: string;
  readonly audience: 'agent' | 'partner';
  readonly livemode: boolean;
  readonly payload: 'thin' | 'full';
  readonly types: readonly string[];
  readonly path: string;
  enabled: boolean;
  /** Whether its account may receive deliveries. */
  isServed(): boolean;
};

export type ExpectedDelivery = { readonly endpoint: Endpoint; readonly event: LoggedEvent };

/** Which endpoints want an event: the matrix of D-122 and the selection of types. */
function wants(endpoint: Endpoint, { account, audience, type, livemode }: LoggedEvent): boolean {
  if (endpoint.account !== account || endpoint.audience !== audience) return false;
  if (audience === 'agent') return true;
  const statement = type === 'plan.statement.issued';
  const live = livemode || statement;
  const everywhere = endpoint.payload === 'full' && type.startsWith('plan.');
  if (endpoint.livemode ? !live && !everywhere : live) return false;
  if (endpoint.types.length > 0) return endpoint.types.includes(type);
  return endpoint.payload === 'thin' || partnerTypes.indexOf(type as (typeof partnerTypes)[number]) < 13;
}

/** The envelope in the endpoint's form, as it is sent. */
export function envelopeOf(event: LoggedEvent, payload: 'thin' | 'full'): Record<string, unknown> {
  const { type, at, livemode, account } = event;
  const head = { object: 'event', type, created_at: new Date(at).toISOString() };
  if (event.audience === 'agent') return { ...head, data: event.thin };
  if (payload === 'full') return { ...head, ...(type.startsWith('plan.') ? {} : { livemode }), data: event.full };
  const mode = type === 'plan.statement.issued' ? {} : { livemode };
  return { ...head, api_version: '1.1', ...mode, account: { id: account }, data: event.thin };
}

export class EventLog {
  readonly events: LoggedEvent[] = [];
  readonly endpoints: Endpoint[] = [];
  #owed: ExpectedDelivery[] = [];

  publish(event: Omit<LoggedEvent, 'id'>): void {
    const logged = { ...event, id: undefined };
    this.events.push(logged);
    for (const endpoint of this.endpoints) {
      // Events during a disabled endpoint or a suspended account are not sent.
      if (endpoint.enabled && endpoint.isServed() && wants(endpoint, logged))
        this.#owed.push({ endpoint, event: logged });
    }
  }

  /** Deletes the endpoint and its pending deliveries. */
  remove(endpoint: Endpoint): void {
    this.endpoints.splice(this.endpoints.indexOf(endpoint), 1);
    this.#owed = this.#owed.filter((one) => one.endpoint !== endpoint);
  }

  /** Cancels the pending deliveries of a suspended agent. */
  cancel(account: string): void {
    this.#owed = this.#owed.filter(({ endpoint }) => endpoint.account !== account);
  }

  /** Returns all deliveries due now. */
  takeOwed(): ExpectedDelivery[] {
    const taken = this.#owed.filter(({ endpoint }) => endpoint.enabled && endpoint.isServed());
    this.#owed = [];
    return taken;
  }
}
