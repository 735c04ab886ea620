// Refusals about the money and the end of a case.

export const workProblems = {
  legal_hold: {
    status: 409,
    when: 'A legal hold keeps what should be erased, or is there already.',
    remedy: 'makewhole legal-hold list shows who placed it and why; makewhole legal-hold lift ends it.',
  },
  hold_covered: {
    status: 409,
    when: 'A hold for research cannot be captured while representation, which includes it, is held or was charged.',
    remedy: 'Nothing: the hold for research is released automatically.',
  },
  appraisal_not_released: {
    status: 409,
    when: 'Research is charged at its delivery, and no appraisal of the case is released.',
    remedy: 'Release the appraisal, which charges it; or send a `reason`, which is recorded.',
  },
  paper_not_seen: {
    status: 409,
    when: 'By its terms a saved card is charged only when the insurer’s own paper shows the improvement.',
    remedy: 'Look at the paper, then send `seen_on_paper: true`, which is recorded.',
  },
  paid_otherwise: {
    status: 409,
    when: 'A card cannot be charged for what is noted as paid otherwise, or for what research paid before covers.',
    remedy: 'Release the card. If the payment was noted by mistake, void it first.',
  },
  payment_too_large: {
    status: 409,
    when: 'A payment for representation cannot be noted above what is due: its price, less what was paid before.',
    remedy: 'Note `due_cents` at most.',
  },
  money_open: {
    status: 409,
    when: 'A case cannot be closed, and a payment not be noted, while a card hold for it stands or is being charged or released.',
    remedy: 'Capture or release the hold, then try again.',
  },
  link_not_sent: {
    status: 409,
    when: 'The link of a checkout cannot be sent: nothing is left to choose, it was sent too often or just now, or its owner wants no contact.',
    remedy: 'Read the message. The board shows when the link was sent.',
  },
  already_noted: {
    status: 409,
    when: 'The same payment is noted already, or the case has too many.',
    remedy: 'Look at the payments of the case.',
  },
  charge_spent: {
    status: 409,
    when: 'The bank has declined this card too often.',
    remedy: 'Its owner was asked to confirm it or to enter another one; charge again when they have.',
  },
  refund_refused: {
    status: 409,
    when: 'Nothing that can be refunded is left of this charge, more was asked for than is left, or it changed since you saw it.',
    remedy: 'Look at the charge as it is now; reason says which of these it was.',
    members: { reason: 'too_much' },
  },
  no_billing_contact: {
    status: 409,
    when: 'The institution has no address that statements are sent to.',
    remedy: 'Set its billing contact, then send the statement again.',
  },
  export_too_large: {
    status: 409,
    when: 'The person has more rows in one table than one export can hold. Nothing is left out silently.',
    remedy: 'Read the message: it names the table. An engineer can read that person’s rows from the database.',
  },
  staff_disabled: {
    status: 409,
    when: 'The account of this staff member has ended.',
    remedy: 'Choose somebody else, or let an administrator open the account again.',
  },
} as const;
