// What the provider accepts as the members of a request.
import { BankRefusal } from './stripe-bank.ts';

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
