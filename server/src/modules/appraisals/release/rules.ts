import { canonicalJson } from '#lib/json/canonical-json';
import type { ReleasedFindings } from '../releases/releases.ts';
import type { AppraisalSubject } from '../facts.ts';
import { toAnnexed, toSubject } from '../rules.ts';
import type { AppraisalInputs } from '../schemas.ts';

type Known = { readonly subject: AppraisalSubject; readonly check: ReleasedFindings | undefined };

const printed: Readonly<Record<keyof AppraisalInputs['subject'], string>> = {
  vin: 'the VIN',
  year: 'the year',
  make: 'the make',
  model: 'the model',
  trim: 'the trim',
  state: 'the state',
  date_of_loss: 'the date of loss',
  insurer: 'the insurer',
  claim_number: 'the claim number',
};

/** Statements of the draft that no longer match the case. Such a draft is not released, because we sign only what is known to be true. */
export function listOutdated(draft: AppraisalInputs, { subject, check }: Known): string[] {
  const now = toSubject(subject);
  const fields = Object.keys(printed) as (keyof typeof printed)[];
  const changed = [
    ...fields.filter((name) => draft.subject[name] !== now[name]).map((name) => printed[name]),
    ...(draft.owner === (subject.owner ?? null) ? [] : ['the name of the owner']),
    ...(draft.offer?.cents === subject.offer?.cents ? [] : ['the offer']),
    ...(draft.offer?.basis === subject.offer?.basis ? [] : ['what the offer includes']),
  ];
  const { odometer } = draft.adjustment;
  const findings = canonicalJson((check?.findings ?? []).map(toAnnexed));
  return [
    ...(changed.length === 0 ? [] : [`Changed since the draft was saved: ${changed.join(', ')}. Save it again.`]),
    ...(subject.odometer === undefined || subject.odometer === odometer
      ? []
      : [
          `The market read was made for ${odometer === null ? 'no odometer reading' : `${odometer} miles`}, the case says ${subject.odometer}. Read the market again.`,
        ]),
    ...(canonicalJson(draft.insurer_report ?? []) === findings
      ? []
      : ['What the owner is shown of the insurer’s report has changed. Save the draft again to use it.']),
  ];
}
