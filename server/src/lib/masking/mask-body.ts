// How event bodies look to viewers without access to live borrowers' contacts: an allow list, so that a member added
// later is hidden until someone decides otherwise.

/** `show` is shown unless it looks like a contact; of `hide` only the name is shown. Unlisted members are hidden completely. */
type Rule = 'show' | 'hide' | { readonly [member: string]: Rule };

export const masked = '[masked]';

const shown = (...names: readonly string[]): Record<string, Rule> =>
  Object.fromEntries(names.map((name) => [name, 'show' as const]));

const hidden = (...names: readonly string[]): Record<string, Rule> =>
  Object.fromEntries(names.map((name) => [name, 'hide' as const]));

const contact = hidden('first_name', 'last_name', 'email', 'phone');
const vehicle = { ...hidden('vin'), ...shown('year', 'make', 'model') };
const money = ['initial_offer_cents', 'loan_payoff_cents', 'deductible_cents'] as const;

const referral: Rule = {
  ...shown('id', 'object', 'status', 'external_ref', 'created_at', 'invited_at', 'invitation_expires_at'),
  ...shown('activated_at', 'settled_at', 'closed_at', 'status_label', 'status_tone', 'submitted_via'),
  // The team's own text about the borrower's case.
  ...hidden('status_note'),
  borrower: contact,
  vehicle,
  claim: { ...hidden('claim_number'), ...shown('carrier', 'loss_state', 'date_of_loss', ...money) },
  liability: shown(...money),
  program: shown('mode', 'subsidy_type', 'subsidy_value', 'price_cents', 'locked'),
  consent: {
    ...shown('mode', 'disclosure_confirmed_at', 'disclosure_channel'),
    ...hidden('disclosure_attestor_name'),
  },
};

const enrollment: Rule = {
  ...shown('id', 'object', 'status', 'external_ref', 'test', 'plan', 'created_at', 'updated_at', 'effective_at'),
  ...shown('canceled_at'),
  ...hidden('cancel_reason'),
  member: contact,
  vehicle,
};

const lossNotice: Rule = {
  ...shown('id', 'object', 'status', 'external_ref', 'enrollment_id', 'redemption_id', 'consultation_number'),
  ...shown('date_of_loss', 'loss_state', 'carrier', 'initial_offer_cents', 'test', 'created_at'),
  ...hidden('claim_number'),
};

const redemption: Rule = {
  ...shown('id', 'object', 'status', 'enrollment_id', 'loss_notice_id', 'consultation_number', 'created_at'),
  ...shown('test', 'completed_at'),
};

const statement: Rule = {
  ...shown('id', 'object', 'number', 'period', 'status', 'currency', 'enrollment_count', 'amount_cents', 'issued_at'),
  ...shown('due_at'),
  lines: shown('plan', 'quantity', 'unit_price_cents', 'amount_cents'),
};

const ofReferral: Rule = {
  referral,
  ...shown('consultation_number', 'via'),
  review_record: { ...shown('id', 'object', 'status', 'created_at', 'updated_at'), ...hidden('summary') },
};

/** By the first word of the type. */
const dataByFamily: Record<string, Rule> = {
  referral: ofReferral,
  plan: { enrollment, loss_notice: lossNotice, redemption, statement },
  endpoint: { webhook_endpoint: shown('id', 'object') },
};

const envelope = (type: string): Rule => ({
  ...shown('id', 'object', 'type', 'api_version', 'created_at', 'livemode'),
  account: shown('id'),
  data: dataByFamily[type.split('.')[0] ?? ''] ?? 'hide',
});

const email = /(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g;
/** Seven digits or more, with the usual separators between them. */
const phone = /(?<![\w-])\+?\(?\d(?:[\s().-]{0,2}\d){6,14}(?!\w)/g;
const moment = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/;

function looksLikeContact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) >= 1_000_000_000;
  if (typeof value !== 'string' || moment.test(value)) return false;
  return value.search(email) !== -1 || (/^[\d\s().+-]+$/.test(value) && value.search(phone) !== -1);
}

/** Collects the hidden values, so that copies of them elsewhere can be hidden too. */
function maskValue(value: unknown, rule: Rule | undefined, found: Set<string>): unknown {
  if (rule === undefined || rule === 'hide') return hide(value, found);
  if (Array.isArray(value)) return value.map((each) => maskValue(each, rule, found));
  if (value !== null && typeof value === 'object') {
    const members = rule === 'show' ? {} : rule;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        maskValue(member, Object.hasOwn(members, name) ? members[name] : undefined, found),
      ]),
    );
  }
  // A text where members were expected is unknown too.
  if (typeof rule === 'object' && value !== null) return hide(value, found);
  return looksLikeContact(value) ? hide(value, found) : value;
}

function hide(value: unknown, found: Set<string>): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') for (const member of Object.values(value)) hide(member, found);
  else if (typeof value !== 'boolean') found.add(String(value));
  return masked;
}

type Masked = { readonly body: string; readonly hidden: ReadonlySet<string> };

/** The body of an event without contacts, and the hidden values. */
export function maskBodyParts(type: string, body: string): Masked {
  const found = new Set<string>();
  try {
    return { body: JSON.stringify(maskValue(JSON.parse(body), envelope(type), found)), hidden: found };
  } catch {
    // A body that is not JSON is hidden completely.
    return { body: JSON.stringify(masked), hidden: found };
  }
}

/** An event body for viewers without access to live borrowers' contacts. */
export const maskBody = (type: string, body: string): string => maskBodyParts(type, body).body;

const shownReferral: Rule = { ...referral, ...shown('livemode', 'consultation_number') };

/** A referral for viewers without access to live borrowers' contacts; it has the same members. */
export const maskReferral = <T extends object>(view: T): T => maskValue(view, shownReferral, new Set()) as T;

/**
 * Masks a text that may repeat hidden values, or contain other contacts. Values of two characters are ignored, because
 * they would hide half of any text.
 */
export function maskText(text: string, hiddenValues: ReadonlySet<string>): string {
  const known = [...hiddenValues].filter((value) => value.length > 2).toSorted((a, b) => b.length - a.length);
  const rest = known.reduce((result, value) => replaceAnyCase(result, value), text);
  return rest.replace(email, masked).replace(phone, masked);
}

const replaceAnyCase = (text: string, value: string): string =>
  text.replace(new RegExp(value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), () => masked);
