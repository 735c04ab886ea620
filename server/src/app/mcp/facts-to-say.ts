import type { Static } from 'typebox';
import { usStates } from '#lib/calling/us-states';
import { mayOffer } from '#lib/jurisdictions/may-offer';
import { ruleWords } from '#modules/checkout';
import { agreementUrl, getCurrentAgreement } from '#modules/agents';
import { computePricing, consentWords } from '#modules/intakes';
import type { Config } from '#platform/config';
import type { factsOutput } from './tool-schemas.ts';

export type ServiceFacts = Static<typeof factsOutput>;

type Asked = { readonly config: Config; readonly now: Date; readonly livemode: boolean };

const listRepresented = (config: Config, now: Date): string[] =>
  usStates.filter((state) => config.servedStates.has(state) && mayOffer(config, 'representation', { state, now }));

/** Stated next to the price, so that an unavailable service is not quoted as available. */
export function whereRepresented(config: Config, now: Date): string {
  const states = listRepresented(config, now);
  return states.length === 0
    ? 'Representation is currently not offered in any state. Do not offer it; if the owner asks for the price, say this with it.'
    : `Representation is offered only in ${states.join(', ')}.`;
}

/** What to read to the owner before anything is submitted, and what to record of their answer. */
export const consentToAsk = ({ attestationVersion }: Config): ServiceFacts['consent'] => ({
  wording_version: attestationVersion,
  read_to_the_owner: { en: consentWords.consentWording.en.readOut, es: consentWords.consentWording.es.readOut },
  then_attest:
    'If the owner says yes, write in consent.attestation, in your own words and in 20 to 1000 characters, that they asked for this and know that we will message them, and call if there is a phone number. Without a yes, submit nothing.',
});

/** Facts that an agent may state about the service: prices, states and wording come from the service itself. */
export function serviceFacts({ config, now, livemode }: Asked): ServiceFacts {
  const [list, discounted] = [computePricing(false), computePricing(true)];
  const { version } = getCurrentAgreement(config);
  const served = [...config.servedStates].toSorted();
  return {
    service:
      'Makewhole helps owners of totaled cars whose insurer offers too little. The owner talks to a person in a free consultation and decides what happens next.',
    you_may_say: [
      'The consultation is free, and the owner can say no at any time.',
      'The team messages the owner. If the case has a phone number, a person calls to confirm that the request came from them. No automated or AI calls are placed.',
      'The prices below, word for word.',
      'Asking prices of comparable listings, with the disclaimer that comes with them.',
    ],
    you_must_not_say: [
      'That the owner will get more money, or how much.',
      'That a market read is an appraisal or an offer.',
      'That the service is a law firm, an insurer or a public adjuster, or gives legal advice.',
      'That you or this interface take payments: the owner authorizes their own card on our page, later.',
    ],
    pricing: {
      currency: 'USD',
      consultation_cents: 0,
      research: {
        list_cents: list.research.list_cents,
        with_agent_discount_cents: discounted.research.your_price_cents,
      },
      representation: {
        list_cents: list.representation.list_cents,
        with_agent_discount_cents: discounted.representation.your_price_cents,
        where: whereRepresented(config, now),
      },
      terms: [
        'Research: a hold on the owner’s card, captured when it is delivered. No guarantee.',
        `Representation: a hold on the owner’s card, ${ruleWords.en.captured}; otherwise nothing is charged.`,
        discounted.discount.note,
      ],
    },
    states_served: served,
    representation_offered_in: listRepresented(config, now),
    consent: consentToAsk(config),
    agreement: { version, url: agreementUrl(config, version) },
    without_a_key: {
      market_reads_per_day: config.prelimAnonPerDay,
      submissions_per_minute: config.intakeAnonPerMin,
    },
    docs_url: `${config.publicBaseUrl}/developers/agent`,
    test_mode: !livemode,
  };
}
