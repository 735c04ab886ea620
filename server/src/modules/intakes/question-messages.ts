import { unknownMember } from '#platform/validation';

/** Questions for the owner, by member of a submission; agents read them and ask in their own words. */
const questions: Readonly<Record<string, string>> = {
  agent: 'Not for the owner: send the name of your product as agent.name, and a short slug of it as agent.platform.',
  'agent.name': 'Not for the owner: send the name of your product; the owner sees it.',
  'agent.platform': 'Not for the owner: send a short slug of your product, such as claims-companion.',
  customer: 'Ask the owner for an email address or a phone number where the team may reach them.',
  'customer.email': 'Ask the owner for their email address.',
  'customer.phone': 'Ask the owner for a US phone number where a person may call them.',
  'customer.first_name': 'Ask the owner for their first name.',
  'customer.last_name': 'Ask the owner for their last name.',
  consent:
    'Read the consent wording to the owner and ask whether they want this. If they say yes, write in consent.attestation in your own words that they asked for it and know that we write to them, and call if there is a phone number. Do not submit without their yes.',
  'consent.attestation':
    'Read the consent wording to the owner and ask whether they want this. If they say yes, write it down here in your own words, in 20 to 1000 characters. Approving a tool call is not their yes.',
  'consent.mode': 'Not for the owner: leave consent.mode out, or use an agent key for warm_handoff.',
  idempotency_key: 'Not for the owner: leave idempotency_key out, or send a shorter text.',
  content_base64: 'Ask the owner for the insurer’s valuation report as a PDF, and send its bytes in base64.',
  intake_id: 'Not for the owner: send intake_id of the receipt that submit_case returned.',
  poll_token: 'Not for the owner: send poll_token of the receipt that submit_case returned.',
  year: 'Ask the owner for the model year, or for the 17 characters of the VIN.',
  make: 'Ask the owner for the make, such as Honda, or for the 17 characters of the VIN.',
  model: 'Ask the owner for the model, such as Accord, or for the 17 characters of the VIN.',
  zip: 'Ask the owner for the ZIP code where the car was kept.',
  'vehicle.vin':
    'Ask the owner for the 17 characters of the VIN: on the registration, the insurance card, or the insurer’s letter.',
  'vehicle.plate_state': 'Ask the owner in which state the plate was issued.',
  'vehicle.year': 'Ask the owner for the model year.',
  'vehicle.make': 'Ask the owner for the make, such as Honda.',
  'vehicle.model': 'Ask the owner for the model, such as Accord.',
  'vehicle.odometer': 'Ask the owner for the miles on the odometer at the time of the loss.',
  'loss.date_of_loss': 'Ask the owner for the day of the loss.',
  'loss.loss_state': 'Ask the owner in which state it happened or the policy was written.',
  'loss.zip': 'Ask the owner for the ZIP code where the car was kept.',
  'offer.insurer': 'Ask the owner which insurer made the offer.',
  'offer.acv_offer': 'Ask the owner for the vehicle value in the offer; send it once, in dollars or in cents.',
  'offer.acv_offer_cents': 'Ask the owner for the vehicle value in the offer, before tax, fees and deductible.',
  file: 'Ask the owner for another copy of the insurer’s valuation report as a PDF.',
};

export const hasQuestion = (path: string): boolean => Object.hasOwn(questions, path);

/** Members that an owner cannot know. */
const ofTheAgent = /^(agent|consent|external_ref)\b/;

/** The question for the owner about a member, or the correction the agent has to make. */
export function questionOf(path: string, message?: string): string {
  if (message === unknownMember) return `Not for the owner: leave ${path} out.`;
  const own = hasQuestion(path) ? questions[path] : undefined;
  if (own !== undefined) return own;
  if (path === '') return 'Send an object with agent, customer and consent.';
  return ofTheAgent.test(path)
    ? `Not for the owner: correct ${path}, or leave it out.`
    : `Correct ${path}, or leave it out if the owner does not know it.`;
}

/** The text that an agent reads to the owner before it submits anything, in their language. */
export const consentWording = {
  en: {
    readOut:
      'Makewhole can look at your insurer’s offer for the totaled car. The first consultation is free. If you want that, I send them your contact and what you told me about the car and the claim. They write to you by email or text. If they have a phone number of yours, a person from their team calls you to confirm that the request came from you. They never place automated calls, and you can say no at any time. Do you want me to send it?',
  },
  es: {
    readOut:
      'Makewhole puede revisar la oferta de su aseguradora por el auto declarado pérdida total. La primera consulta es gratis. Si usted quiere, les envío su contacto y lo que me contó del auto y del reclamo. Le escribirán por correo o mensaje de texto. Si tienen un número de teléfono suyo, una persona de su equipo le llamará para confirmar que la solicitud vino de usted. Nunca hacen llamadas automáticas, y usted puede decir que no en cualquier momento. ¿Quiere que lo envíe?',
  },
} as const;
