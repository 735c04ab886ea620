// The event log and who is told of what (decisions 13, 59, 122 and 124, table T11).

export const partnerTypes = [
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
  /** Whose it is; undefined for what an anonymous caller submitted, which nobody is told. */
  readonly account: string | undefined;
  readonly audience: 'agent' | 'partner';
  readonly livemode: boolean;
  readonly type: string;
  readonly subject: string;
  readonly at: number;
  readonly thin: object;
  readonly full: object;
  /** The service's name for it, once seen; the same wherever it is seen. */
  id: string | undefined;
};

export type Endpoint = {
  readonly id: string;
  readonly account: string;
  readonly audience: 'agent' | 'partner';
  readonly livemode: boolean;
  readonly payload: 'thin' | 'full';
  readonly types: readonly string[];
  readonly path: string;
  enabled: boolean;
  /** Whoever it belongs to may be told things. */
  isServed(): boolean;
};

export type Owed = { readonly endpoint: Endpoint; readonly event: LoggedEvent };

/** Which endpoints want an event: the matrix of decision 122 and the selection of types. */
export function wants(endpoint: Endpoint, { account, audience, type, livemode }: LoggedEvent): boolean {
  if (endpoint.account !== account || endpoint.audience !== audience) return false;
  if (audience === 'agent') return true;
  const statement = type === 'plan.statement.issued';
  const live = livemode || statement;
  const everywhere = endpoint.payload === 'full' && type.startsWith('plan.');
  if (endpoint.livemode ? !live && !everywhere : live) return false;
  if (endpoint.types.length > 0) return endpoint.types.includes(type);
  return endpoint.payload === 'thin' || partnerTypes.indexOf(type as (typeof partnerTypes)[number]) < 13;
}

/** What is sent: the envelope in the endpoint's form. */
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
  #owed: Owed[] = [];

  tell(event: Omit<LoggedEvent, 'id'>): void {
    const logged = { ...event, id: undefined };
    this.events.push(logged);
    for (const endpoint of this.endpoints) {
      // What happens while an endpoint is off, or its owner is kept out, is sent to nobody.
      if (endpoint.enabled && endpoint.isServed() && wants(endpoint, logged))
        this.#owed.push({ endpoint, event: logged });
    }
  }

  /** The endpoint is gone, and what it was owed with it. */
  remove(endpoint: Endpoint): void {
    this.endpoints.splice(this.endpoints.indexOf(endpoint), 1);
    this.#owed = this.#owed.filter((one) => one.endpoint !== endpoint);
  }

  /** An agent is kept out: what it was owed is not sent any more. */
  cancel(account: string): void {
    this.#owed = this.#owed.filter(({ endpoint }) => endpoint.account !== account);
  }

  /** Everything that leaves now. */
  takeOwed(): Owed[] {
    const taken = this.#owed.filter(({ endpoint }) => endpoint.enabled && endpoint.isServed());
    this.#owed = [];
    return taken;
  }
}
