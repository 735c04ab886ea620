import type { Language } from '#lib/languages/language';
import type { ConsultationView } from '#modules/consultations';
import type { ResearchPayment } from '#modules/checkout';
import type { AppraisalInputs, ReleasePlan } from '../schemas.ts';

/** Who the link is sent to; `stopped` and `nobody`: to nobody. */
export type Recipient =
  | { readonly kind: 'email' | 'text'; readonly to: string; readonly language: Language | undefined }
  | { readonly kind: 'stopped' | 'nobody' | 'test' };

export const isWrittenTo = ({ kind }: Recipient): boolean => kind === 'email' || kind === 'text' || kind === 'test';

type Known = {
  readonly consultation: Pick<ConsultationView, 'delivered_at' | 'closed_at'>;
  readonly draft: AppraisalInputs | undefined;
  readonly recipient: Recipient;
  readonly payment: ResearchPayment;
  /** What the draft says and the case no longer does. */
  readonly outdated: readonly string[];
};

/**
 * What releasing does, said before it is pressed. A hold is captured at delivery; where we write to nobody, delivery is
 * somebody's own act and so is the capture.
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

/** The same version by which a message names it: its id, and for a text the number it goes to. */
export const messageVersion = (versionId: string, contact: string | undefined): string =>
  contact === undefined ? versionId : `${versionId} ${contact}`;
