// Errors about a case's money and its end.

export const workProblems = {
  legal_hold: {
    status: 409,
    when: 'A legal hold prevents the erasure, or the hold already exists.',
    remedy: 'makewhole legal-hold list shows who placed it and why; makewhole legal-hold lift ends it.',
  },
  hold_covered: {
    status: 409,
    when: 'A hold for research cannot be captured while representation, which includes it, is held or was charged.',
    remedy: 'No action is needed: the hold for research is released automatically.',
  },
  appraisal_not_released: {
    status: 409,
    when: 'Research is charged on delivery, and no appraisal has been released for this case.',
    remedy: 'Release the appraisal, which charges the hold, or send a `reason`, which is recorded.',
  },
  paper_not_seen: {
    status: 409,
    when: 'Under its terms, a saved card is charged only when a document from the insurer shows the improvement.',
    remedy: 'Check the document, then send `seen_on_paper: true`, which is recorded.',
  },
  paid_otherwise: {
    status: 409,
    when: 'A card cannot be charged for an amount recorded as paid another way, or covered by an earlier payment for research.',
    remedy: 'Release the card. If the payment was recorded by mistake, void it first.',
  },
  payment_too_large: {
    status: 409,
    when: 'A payment for representation cannot exceed the amount due: its price, less earlier payments.',
    remedy: 'Record at most `due_cents`.',
  },
  money_open: {
    status: 409,
    when: 'A case cannot be closed, and a payment cannot be recorded, while one of its card holds is open or is being charged or released.',
    remedy: 'Capture or release the hold, then try again.',
  },
  link_not_sent: {
    status: 409,
    when: 'The checkout link cannot be sent: nothing is left to choose, it was sent too often or just now, or the owner asked not to be contacted.',
    remedy: 'Read the message. The board shows when the link was sent.',
  },
  already_noted: {
    status: 409,
    when: 'The same payment is already recorded, or the case has too many payments.',
    remedy: 'Check the payments of the case.',
  },
  charge_spent: {
    status: 409,
    when: 'The bank has declined this card too often.',
    remedy: 'We have asked the owner to confirm the card or to enter another one. Charge it again after they do.',
  },
  refund_refused: {
    status: 409,
    when: 'This charge has nothing left to refund, the amount is more than the remainder, or the charge has changed since you loaded it.',
    remedy: 'Reload the charge; reason tells you which of these applies.',
    members: { reason: 'too_much' },
  },
  no_billing_contact: {
    status: 409,
    when: 'The institution has no billing contact for statements.',
    remedy: 'Set its billing contact, then send the statement again.',
  },
  export_too_large: {
    status: 409,
    when: 'The person has more rows in one table than an export can hold. Exports never omit rows silently.',
    remedy: 'The message names the table. An engineer can read that person’s rows from the database.',
  },
  staff_disabled: {
    status: 409,
    when: 'This staff member’s account is disabled.',
    remedy: 'Choose another staff member, or ask an administrator to enable the account.',
  },
} as const;
