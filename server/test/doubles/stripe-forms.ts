// What the provider accepts as the members of a request.
import { BankRefusal } from './stripe-names.ts';

export const sessionForm: Record<string, RegExp> = {
  mode: /^payment$/,
  'allowed_payment_method_types[0]': /^card$/,
  'adaptive_pricing[enabled]': /^false$/,
  client_reference_id: /^hld_[0-9A-Za-z]{24}$/,
  'metadata[hold_id]': /^hld_[0-9A-Za-z]{24}$/,
  expires_at: /^\d{10}$/,
  success_url: /^https?:\/\/[^\s]+$/,
  cancel_url: /^https?:\/\/[^\s]+$/,
  'line_items[0][quantity]': /^1$/,
  'line_items[0][price_data][currency]': /^usd$/,
  'line_items[0][price_data][unit_amount]': /^\d+$/,
  'line_items[0][price_data][product_data][name]': /^.{1,250}$/,
  'payment_intent_data[capture_method]': /^manual$/,
  'payment_intent_data[description]': /^.{1,500}$/,
  'payment_intent_data[metadata][hold_id]': /^hld_[0-9A-Za-z]{24}$/,
};

const savingForm: Record<string, RegExp> = {
  ...sessionForm,
  'payment_intent_data[setup_future_usage]': /^off_session$/,
  'custom_text[submit][message]': /^.{1,1200}$/,
};

/** A page that also saves the card makes its customer, or is for one that is there. */
export const savingForms = {
  first: { ...savingForm, customer_creation: /^always$/ },
  again: { ...savingForm, customer: /^cus_[0-9a-f]+$/ },
} as const;

export const holdForm: Record<string, RegExp> = {
  // At least fifty cents, as the provider wants it.
  amount: /^(?:[5-9]\d|[1-9]\d{2,})$/,
  currency: /^usd$/,
  customer: /^cus_[0-9a-f]+$/,
  payment_method: /^pm_[0-9a-f]+$/,
  'allowed_payment_method_types[0]': /^card$/,
  off_session: /^true$/,
  confirm: /^true$/,
  capture_method: /^manual$/,
  description: /^.{1,500}$/,
  'metadata[hold_id]': /^hld_[0-9A-Za-z]{24}$/,
  'metadata[attempt]': /^\d+$/,
};

export const refundForm: Record<string, RegExp> = {
  payment_intent: /^pi_[0-9a-f]+$/,
  amount: /^[1-9]\d*$/,
  reason: /^(duplicate|fraudulent|requested_by_customer)$/,
  'metadata[refund_id]': /^rfd_[0-9A-Za-z]{24}$/,
};

/** Unknown, missing and invalid members are refused. */
export function readForm(form: string, known: Record<string, RegExp>): URLSearchParams {
  const given = new URLSearchParams(form);
  const names = [...given.keys()];
  if (names.length !== new Set(names).size) throw new BankRefusal(400, 'parameter_invalid_string_duplicate');
  for (const name of names) if (!(name in known)) throw new BankRefusal(400, `parameter_unknown ${name}`);
  for (const [name, form] of Object.entries(known)) {
    if (!given.has(name)) throw new BankRefusal(400, `parameter_missing ${name}`);
    if (!form.test(given.get(name) ?? '')) throw new BankRefusal(400, `parameter_invalid ${name}`);
  }
  return given;
}
