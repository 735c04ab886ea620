// What the staff API answers, as far as the board reads it; openapi/staff.json has every member.

export const lanes = ['new', 'tried', 'confirmed', 'active', 'delivered'] as const;
export type Lane = (typeof lanes)[number];
export type Source = 'agent_intake' | 'referral' | 'membership';

export type Held = { readonly staff_id: string; readonly name: string; readonly until: string; readonly mine: boolean };

export type Card = {
  readonly id: string;
  readonly number: string;
  readonly source: Source;
  readonly source_id: string;
  readonly lane: Lane;
  readonly status: string;
  readonly status_at: string;
  readonly name: string | null;
  readonly vehicle: string | null;
  readonly loss_state: string | null;
  readonly gap_cents: number | null;
  readonly priority: boolean;
  readonly test: boolean;
  readonly attempts: number;
  readonly last_call_at: string | null;
  readonly callback_at: string | null;
  readonly next_call_at: string | null;
  readonly opened_at: string;
  readonly delivered_at: string | null;
  readonly closed_at: string | null;
  readonly held: Held | null;
};

export type Column = {
  readonly lane: Lane;
  readonly count: number;
  readonly oldest_at: string | null;
  readonly cards: readonly Card[];
};

export type Columns = { readonly at: string; readonly test: boolean; readonly columns: readonly Column[] };

export type Words = { readonly text: string; readonly theirs: boolean };

export type Market = {
  readonly label: string;
  readonly coverage: string;
  readonly sample_size: number;
  readonly low: number | null;
  readonly mid: number | null;
  readonly high: number | null;
  readonly adjusted_mid: number | null;
  readonly adjusted_low: number | null;
  readonly adjusted_high: number | null;
  readonly gap_cents: number | null;
  readonly snapshot_id: string | null;
  readonly disclaimer: string;
};

export type Entry = {
  readonly at: string;
  readonly kind: 'submitted' | 'status' | 'message' | 'call' | 'answer' | 'action' | 'document' | 'money';
  readonly title: string;
  readonly by: string | null;
  readonly note: string | null;
};

export type Hold = {
  readonly id: string;
  readonly consultation_id: string;
  readonly product: string;
  readonly state: string;
  readonly amount_cents: number;
  readonly captured_cents: number | null;
  readonly refunded_cents: number;
  readonly credit_cents: number;
  readonly dispute: {
    readonly status: string;
    readonly amount_cents: number;
    readonly due_at: string | null;
    readonly changed_at: string;
  } | null;
  readonly capture_before: string | null;
  readonly expires_soon: boolean;
  readonly wish: string | null;
  readonly failure: string | null;
  readonly created_at: string;
};

export type Fact = { readonly group: string; readonly label: string; readonly value: string; readonly from: string };

export type Paper = {
  readonly id: string;
  readonly size_bytes: number;
  readonly vendor: string;
  readonly pages: number;
  readonly scanned: boolean;
  readonly failed_checks: readonly string[];
  readonly other_vehicle: string | null;
  readonly differences: readonly { readonly field: string; readonly sent: Said; readonly read: Said }[];
  readonly created_at: string;
};
type Said = string | number | null;

export type Case = {
  readonly at: string;
  readonly card: Card;
  readonly person: {
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly phone_hint: string | null;
  };
  readonly asked: {
    readonly by: 'agent' | 'institution';
    readonly name: string | null;
    readonly details: readonly { readonly label: string; readonly value: string }[];
    readonly proven: boolean;
    readonly words: string | null;
    readonly at: string;
  };
  readonly facts: readonly Fact[];
  readonly offer_cents: number | null;
  readonly settlement_cents: number | null;
  readonly market: Market | null;
  readonly missing: readonly string[];
  readonly holds: readonly Hold[];
  readonly documents: readonly Paper[];
  readonly calling: {
    readonly may_call: boolean;
    readonly ended: 'do_not_contact' | 'declined' | 'test_case' | null;
    readonly opens_at: string | null;
    readonly until: string;
    readonly rule_version: string;
    readonly zones: readonly string[];
  };
  readonly say: readonly (readonly Words[])[];
  readonly timeline: readonly Entry[];
};

export type Role = 'agent' | 'lead' | 'administrator';
export type Me = { readonly id: string; readonly name: string; readonly email: string; readonly role: Role };

export type List<T> = {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

export type Load = {
  readonly at: string;
  readonly lanes: readonly {
    readonly lane: Lane;
    readonly count: number;
    readonly oldest_at: string | null;
    readonly held: number;
  }[];
  readonly ages: readonly { readonly name: string; readonly count: number }[];
  readonly callbacks: { readonly overdue: number; readonly due_today: number };
  readonly people: readonly {
    readonly staff_id: string;
    readonly name: string;
    readonly calls: number;
    readonly reached: number;
    readonly confirmed: number;
    readonly last_call_at: string | null;
    readonly holds: { readonly consultation_id: string; readonly number: string; readonly since: string } | null;
  }[];
};

export type Account = {
  readonly id: string;
  readonly name: string;
  readonly detail: string | null;
  readonly status: string;
  readonly created_at: string;
};
