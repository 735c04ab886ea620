// What the provider does with each request.
import type { StripeBank } from './stripe-bank.ts';
import { holdForm, readForm, refundForm, savingForms, sessionForm } from './stripe-forms.ts';
import { BankRefusal } from './stripe-names.ts';

type Request = { readonly method: string; readonly path: string; readonly form: string };

export function perform(bank: StripeBank, { method, path, form }: Request): object {
  const [, id = '', action] = /^\/v1\/payment_intents\/([^/]+)\/(capture|cancel)$/.exec(path) ?? [];
  const [, sessionId] = /^\/v1\/checkout\/sessions\/([^/]+)$/.exec(path) ?? [];
  if (method === 'POST' && path === '/v1/checkout/sessions') return openSession(bank, form);
  const [, closed] = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(path) ?? [];
  if (method === 'POST' && closed !== undefined) return bank.sessionObject(bank.expire(closed));
  if (method === 'GET' && path === '/v1/checkout/sessions') {
    const given = readForm(form, {
      'created[gte]': /^\d+$/,
      limit: /^\d{1,3}$/,
      ...(new URLSearchParams(form).has('starting_after') ? { starting_after: /^cs_test_[0-9a-f]+$/ } : {}),
    });
    return bank.sessionsSince(Number(given.get('created[gte]')), {
      limit: Number(given.get('limit')),
      after: given.get('starting_after'),
    });
  }
  if (method === 'GET' && sessionId !== undefined) {
    const saves = new URLSearchParams(form).get('expand[0]') === 'setup_intent';
    readForm(
      form,
      saves
        ? { 'expand[0]': /^setup_intent$/, 'expand[1]': /^payment_intent$/ }
        : { 'expand[0]': /^payment_intent\.latest_charge$/ },
    );
    return bank.sessionObject(bank.getSession(sessionId), true);
  }
  if (method === 'GET' && path === '/v1/disputes') {
    const given = readForm(form, { payment_intent: /^pi_[0-9a-f]+$/, limit: /^1$/ });
    return bank.disputesOf(given.get('payment_intent') ?? '');
  }
  if (method === 'POST' && action === 'capture') {
    const given = readForm(form, { amount_to_capture: /^\d+$/ });
    return bank.intentObject(bank.capture(id, Number(given.get('amount_to_capture'))));
  }
  if (method === 'POST' && action === 'cancel') {
    const given = readForm(form, { cancellation_reason: /^(duplicate|fraudulent|requested_by_customer|abandoned)$/ });
    return bank.intentObject(bank.cancel(id, given.get('cancellation_reason') ?? ''));
  }
  return performForCards(bank, { method, path, form });
}

function openSession(bank: StripeBank, form: string): object {
  const saves = new URLSearchParams(form).has('payment_intent_data[setup_future_usage]');
  const again = new URLSearchParams(form).has('customer');
  const given = readForm(form, saves ? savingForms[again ? 'again' : 'first'] : sessionForm);
  const session = bank.openSession({
    holdId: given.get('client_reference_id') ?? '',
    amount: Number(given.get('line_items[0][price_data][unit_amount]') ?? 0),
    expiresAt: Number(given.get('expires_at')),
    successUrl: given.get('success_url') ?? '',
    saving: saves ? bank.wallet.newSaving(given.get('customer') ?? undefined) : undefined,
  });
  return bank.sessionObject(session);
}

/** Saved cards, holds on them, and refunds. */
function performForCards(bank: StripeBank, { method, path, form }: Request): object {
  const { wallet } = bank;
  const [, customer] = /^\/v1\/customers\/([^/]+)\/payment_methods$/.exec(path) ?? [];
  const [, detached] = /^\/v1\/payment_methods\/([^/]+)\/detach$/.exec(path) ?? [];
  if (method === 'GET' && customer !== undefined) {
    readForm(form, { type: /^card$/, limit: /^\d{1,3}$/ });
    return wallet.methodsOf(customer);
  }
  if (method === 'POST' && detached !== undefined) return wallet.detach(detached);
  if (method === 'GET' && path === '/v1/payment_intents') {
    const given = readForm(form, {
      customer: /^cus_[0-9a-f]+$/,
      limit: /^\d{1,3}$/,
      'expand[0]': /^data\.latest_charge$/,
    });
    return wallet.intentsOf(given.get('customer') ?? '');
  }
  if (method === 'POST' && path === '/v1/payment_intents') {
    const given = readForm(form, holdForm);
    const text = (name: string) => given.get(name) ?? '';
    const intent = wallet.place({
      holdId: text('metadata[hold_id]'),
      attempt: text('metadata[attempt]'),
      amount: Number(text('amount')),
      customer: text('customer'),
      method: text('payment_method'),
    });
    return bank.intentObject(intent);
  }
  if (method === 'GET' && path === '/v1/refunds') {
    const given = readForm(form, { payment_intent: /^pi_[0-9a-f]+$/, limit: /^\d{1,3}$/ });
    return wallet.refundsOf(given.get('payment_intent') ?? '');
  }
  if (method === 'POST' && path === '/v1/refunds') {
    const given = readForm(form, refundForm);
    const intent = bank.getIntent(given.get('payment_intent') ?? '');
    return wallet.refund(intent, Number(given.get('amount')), { refund_id: given.get('metadata[refund_id]') });
  }
  throw new BankRefusal(404, 'resource_missing');
}
