/** A referral's members in plain words, by API path. */
export const memberWords: Readonly<Record<string, string>> = {
  external_ref: 'your reference',
  'borrower.first_name': 'first name',
  'borrower.last_name': 'last name',
  'borrower.email': 'email',
  'borrower.phone': 'phone',
  'vehicle.vin': 'VIN',
  'vehicle.year': 'model year',
  'vehicle.make': 'make',
  'vehicle.model': 'model',
  'claim.carrier': 'insurer',
  'claim.claim_number': 'claim number',
  'claim.loss_state': 'state of the loss',
  'claim.date_of_loss': 'date of loss',
  'claim.initial_offer_cents': 'insurer’s offer',
  'liability.loan_payoff_cents': 'loan payoff',
  'liability.deductible_cents': 'deductible',
};

export const createdWords: Readonly<Record<string, string>> = {
  api: 'The referral was sent by the API.',
  api_bulk: 'The referral was sent by the API, among others in one call.',
};

const byChannel: Readonly<Record<string, string>> = { email: 'by email', text: 'by text' };

/** The state of an invitation, by the state of its message. */
const messageWords: Readonly<Record<string, (channel: string) => string>> = {
  sent: (channel) => `The invitation was sent ${channel}.`,
  returned: (channel) => `The invitation ${channel} was sent and could not be delivered.`,
  waiting: (channel) => `The invitation ${channel} is waiting to be sent.`,
  claimed: (channel) => `The invitation ${channel} is waiting to be sent.`,
  held: (channel) => `The invitation ${channel} is held back until our team has looked at it.`,
  failed: (channel) => `The invitation ${channel} could not be sent.`,
  withdrawn: (channel) => `The invitation ${channel} was withdrawn before it was sent.`,
  sandbox: (channel) =>
    `An invitation ${channel} was put into the sandbox’s mailbox. Nobody is contacted in test mode.`,
};

/** Providers' statuses for a message that did not arrive. */
const returned: readonly (string | null)[] = ['bounced', 'undelivered', 'failed'];

type Message = { readonly state: string; readonly provider_status: string | null };

export const outcomeOf = ({ state, provider_status: said }: Message): string =>
  state === 'sent' && returned.includes(said) ? 'returned' : state;

export function describeInvitation(outcome: string, channels: readonly string[]): string {
  const by = channels.map((channel) => byChannel[channel] ?? `by ${channel}`).join(' and ');
  return messageWords[outcome]?.(by) ?? `The invitation ${by} was not sent.`;
}

export const outcomeWords: Readonly<Record<string, string>> = {
  offer_supported: 'Our team completed its review: the insurer’s offer is supported.',
  offer_low: 'Our team completed its review: the insurer’s offer is low.',
  inconclusive: 'Our team completed its review without a clear result.',
};
