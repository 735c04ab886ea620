import type { Language } from '#lib/languages/language';
import type { ConsultationView } from '#modules/consultations';
import type { ResearchPayment } from '#modules/checkout';
import type { AppraisalInputs, ReleasePlan } from '../schemas.ts';

/** The recipient of the link; `stopped` and `nobody`: not sent. */
export type Recipient =
  | { readonly kind: 'email' | 'text'; readonly to: string; readonly language: Language | undefined }
  | { readonly kind: 'stopped' | 'nobody' | 'test' };

export const isWrittenTo = ({ kind }: Recipient): boolean => kind === 'email' || kind === 'text' || kind === 'test';

type Known = {
  readonly consultation: Pick<ConsultationView, 'delivered_at' | 'closed_at'>;
  readonly draft: AppraisalInputs | undefined;
  readonly recipient: Recipient;
  readonly payment: ResearchPayment;
  /** Statements of the draft that no longer match the case. */
  readonly outdated: readonly string[];
};

/**
 * The effects of releasing, shown in advance. A hold is captured at delivery; if no message can be sent, a staff
 * member has to deliver and capture separately.
 */
export function planRelease({ consultation, draft, recipient, payment, outdated }: Known): ReleasePlan {
  const problems = [
    ...(consultation.closed_at === null ? [] : ['This case is closed.']),
    ...(draft === undefined ? ['There is no draft to release.'] : []),
    ...(draft !== undefined && draft.signer.name === null ? ['Somebody has to sign it: type the name.'] : []),
    ...outdated,
    ...(draft !== undefined && draft.owner === null ? ['The name of the owner is not known.'] : []),
  ];
  return {
    delivers: consultation.delivered_at === null,
    message: recipient.kind,
    payment: paymentOf(payment, recipient),
    payment_cents: payment.kind === 'held' ? payment.cents : null,
    reason_required: payment.kind === 'none',
    problems,
  };
}

function paymentOf({ kind }: ResearchPayment, recipient: Recipient): ReleasePlan['payment'] {
  if (kind !== 'held') return kind;
  return isWrittenTo(recipient) ? 'capture' : 'by_hand';
}

/** The version as a message refers to it: its id, and for a text the number it goes to. */
export const messageVersion = (versionId: string, contact: string | undefined): string =>
  contact === undefined ? versionId : `${versionId} ${contact}`;
