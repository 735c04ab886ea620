import type { Config } from '#platform/config';
import { noCheckoutLinks, ruleWords, type CheckoutLinks } from '#modules/checkout';
import type { Channel } from '#modules/consultations';
import { breakLinks, typedName } from '#lib/text/typed-name';
import { agentApiUrl } from '#modules/agents';
import { confirmUrl, hasNumber, shownAgent } from '../confirmation/rules.ts';
import { computeFacts } from '../facts.ts';
import { computePricing } from './compute-pricing.ts';
import { computeMissingFields, isNeutral, linkWorks, maySend } from '../rules.ts';
import type { Receipt } from '../schemas.ts';
import type { Intake } from '../store.ts';

/** The one sentence the contract allows. */
const callPurpose =
  'confirm the request came from the customer or their representative/agent and that they want the free appraisal consultation';

const checkoutNote = `The customer accepts terms and pre-authorizes their own card. Research: hold captured at delivery, no guarantee. Representation: hold ${ruleWords.en.captured}. Links appear after the customer has confirmed and the free consultation is delivered.`;

type ReceiptParts = {
  /** The confirm token; undefined once the link no longer works. */
  readonly link: string | undefined;
  /** Where the customer pre-authorizes; undefined before delivery. */
  readonly checkout?: CheckoutLinks;
  /** By which ways the customer wants no contact. */
  readonly stoppedChannels?: readonly Channel[];
};

/** The receipt: the answer to a submission and to every poll. */
export function computeReceipt(
  config: Config,
  intake: Intake,
  { link, checkout = noCheckoutLinks, stoppedChannels = [] }: ReceiptParts,
): Receipt {
  const url = link !== undefined && linkWorks(intake.status) ? confirmUrl(config, link) : null;
  const channels = listChannels(intake).filter((channel) => !stoppedChannels.includes(channel));
  const hasStopped = stoppedChannels.length > 0 && channels.length === 0;
  return {
    intake_id: intake.id,
    status: intake.status,
    external_ref: intake.request.external_ref ?? null,
    customer_confirmation_url: url,
    customer_message: url === null || hasStopped ? null : customerMessage(intake, url),
    contact_policy: contactPolicy(intake, channels),
    agent_tier: intake.agentTier,
    pricing: computePricing(intake.discountApplied),
    checkout: {
      model: 'pre-authorization',
      research_url: checkout.researchUrl,
      representation_url: checkout.representationUrl,
      note: checkoutNote,
    },
    priority_callback: intake.priorityCallback,
    preliminary: intake.preliminary ?? null,
    missing_fields: isNeutral(intake.status)
      ? []
      : computeMissingFields(intake.request, computeFacts(intake.request, intake.lookedUp), intake.lookedUp),
    poll_url: `${agentApiUrl(config, !intake.test)}/intakes/${intake.id}`,
    docs_url: `${config.publicBaseUrl}/developers/agent`,
  };
}

type Written = 'email' | 'text';

/** The channels by which this customer can be written to. */
const listChannels = (intake: Intake): Written[] => [
  ...(intake.request.customer.email === undefined ? [] : (['email'] as const)),
  ...(hasNumber(intake) ? (['text'] as const) : []),
];

/** Only these channels are promised, and none of them while its message is held. */
function contactPolicy(intake: Intake, channels: readonly Written[]): Receipt['contact_policy'] {
  const { status, request, welcomeCapped, heldChannels } = intake;
  const notifyCustomer = request.consent.notify_customer ?? true;
  const sending = (channel: Written): boolean =>
    channels.includes(channel) &&
    maySend({ status, notifyCustomer, welcomeCapped, held: heldChannels.includes(channel) });
  return {
    will_email: sending('email'),
    will_text: sending('text'),
    will_call: status !== 'not_eligible',
    call_purpose: callPurpose,
    automated_calls: false,
  };
}

const purpose = 'to confirm the request came from you or your representative';

/**
 * Ready for the agent to relay (D-039). It shows the submitted names, unless they hold an address or a number to call
 * (D-143): whoever relays it word for word vouches for it. The call is announced also where there is no number yet, as
 * what follows once there is one.
 */
function customerMessage(intake: Intake, url: string): string {
  const { agent, customer } = intake.request;
  const firstName = typedName(customer.first_name ?? '');
  const name = firstName === undefined ? '' : ` ${breakLinks(firstName)}`;
  const call = hasNumber(intake)
    ? `A person from our team will call you ${purpose}.`
    : `We have no number that we can call you at: once you give us one, a person from our team will call you ${purpose}.`;
  return `Hi${name}, ${breakLinks(shownAgent(agent) ?? 'An agent')} says you asked us to look at your total-loss claim. Tap to confirm that you want the free consultation: ${url} ${call} We never place automated calls.`;
}
