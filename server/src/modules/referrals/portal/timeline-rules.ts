import type { SubjectAction } from '#modules/ledger';
import type { MessageView } from '#modules/customers';
import { asOf, suppressedNote } from '../rules.ts';
import type { ReviewRow } from '../review/store.ts';
import type { ReferralStatus } from '../schemas.ts';
import type { Referral } from '../store.ts';
import { referralTransitions } from '../transitions.ts';
import { unchanged } from './rules.ts';
import type { TimelineEntry } from './schemas.ts';
import type { SentDocument } from './sent-document-store.ts';
import { createdWords, describeInvitation, memberWords, outcomeOf, outcomeWords } from './timeline-messages.ts';

export type TimelineParts = {
  readonly referral: Referral;
  readonly review: ReviewRow | undefined;
  /** Invitations, in every state. */
  readonly invitations: readonly MessageView[];
  readonly actions: readonly SubjectAction[];
  /** When the log recorded edits of the referral, by anyone. */
  readonly editedAt: readonly Date[];
  readonly sent: readonly SentDocument[];
  readonly names: ReadonlyMap<string, string>;
  /** Whether contacts and the team's notes are hidden. */
  readonly hides: boolean;
  readonly showsAmounts: boolean;
  readonly now: Date;
};

type Told = Pick<TimelineEntry, 'kind' | 'text'> & { readonly at: Date } & Partial<Omit<TimelineEntry, 'at'>>;

/** An action and its effects are written in one transaction, so their times are this close. */
const sameActMs = 5000;

/** A referral's history, oldest first, then the expected next events. */
export function computeTimeline(parts: TimelineParts): TimelineEntry[] {
  const referral = asOf(parts.referral, parts.now);
  const current = { ...parts, referral };
  const told = [
    tellCreated(current),
    ...tellInvitations(current),
    ...tellEdits(current),
    ...tellActivated(current),
    ...tellReview(current),
    ...tellDocuments(current),
    ...tellSettled(current),
    ...tellEnd(current),
    ...tellAhead(current),
  ];
  // Events of the same time stay in causal order.
  return told.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(toEntry);
}

const toEntry = ({ at, ...told }: Told): TimelineEntry => ({
  ahead: false,
  by: null,
  who: null,
  note: null,
  settlement_cents: null,
  improvement_cents: null,
  ...told,
  at: at.toISOString(),
});

/** The acting user, if the trail has one of these operations at that time. */
const userOf = (parts: TimelineParts, at: Date, operations: readonly string[]): string | undefined =>
  nameOf(parts, findAct(parts.actions, at, operations)?.userId ?? null) ?? undefined;

const nameOf = ({ names }: TimelineParts, userId: string | null): string | null =>
  userId === null ? null : (names.get(userId) ?? userId);

const findAct = (actions: readonly SubjectAction[], at: Date, operations: readonly string[]) =>
  actions.find((one) => operations.includes(one.operation) && Math.abs(one.at.getTime() - at.getTime()) <= sameActMs);

const sandboxStep = 'sandbox.simulate-referral';

function tellCreated(parts: TimelineParts): Told {
  const { createdAt: at, submittedVia } = parts.referral;
  const byApi = createdWords[submittedVia];
  if (byApi !== undefined) return { at, kind: 'created', text: byApi, by: 'institution' };
  const early = parts.actions.filter((one) => Math.abs(one.at.getTime() - at.getTime()) <= sameActMs);
  const made = early.find(({ operation }) => operation.includes('create'));
  if (made !== undefined && made.userId === null)
    return { at, kind: 'created', text: 'Our team entered the referral for you.', by: 'team' };
  const who = nameOf(parts, made?.userId ?? null);
  return { at, kind: 'created', text: 'The referral was made.', by: 'institution', who };
}

function tellInvitations(parts: TimelineParts): Told[] {
  // Those of the same time are reported in one sentence, email first.
  const atOf = (message: MessageView): string => message.finished_at ?? message.created_at;
  const sorted = parts.invitations.toSorted((a, b) => a.channel.localeCompare(b.channel));
  const groups = Map.groupBy(sorted, (message) => `${atOf(message)} ${outcomeOf(message)}`);
  const told = [...groups.values()].map((messages) => {
    const channels = [...new Set(messages.map(({ channel }) => channel))];
    const [first] = messages as [MessageView, ...MessageView[]];
    return { at: new Date(atOf(first)), kind: 'invited', text: describeInvitation(outcomeOf(first), channels) };
  });
  return [...told, ...tellSuppressed(parts)];
}

/** Customers on the do-not-contact list get no invitation, neither the first nor one for a new address. */
function tellSuppressed({ referral, hides }: TimelineParts): Told[] {
  if (referral.statusNote !== suppressedNote) return [];
  const why = hides ? '' : ' A contact of the borrower is on the do-not-contact list.';
  return [{ at: referral.invitedAt, kind: 'not_invited', text: `No invitation was sent.${why}` }];
}

const editOperation = 'referrals.portal-edit';

/** The trail keeps portal edits permanently; others are known only while the log has them. */
function tellEdits(parts: TimelineParts): Told[] {
  const edits = parts.actions.filter(({ operation, reason }) => operation === editOperation && reason !== unchanged);
  const others = listOthers(parts.editedAt, edits);
  return [
    ...edits.map(({ at, reason, userId }) => ({
      at,
      kind: 'edited',
      text: reason === null ? 'The referral was edited.' : `Edited: ${namesOf(reason)}.`,
      by: 'institution' as const,
      who: nameOf(parts, userId),
    })),
    ...others.map((at) => {
      const who = userOf(parts, at, [sandboxStep]);
      const text =
        who === undefined ? 'The referral was edited by the API.' : 'The referral was edited in the sandbox.';
      return { at, kind: 'edited', text, by: 'institution' as const, who: who ?? null };
    }),
  ];
}

/** Each portal edit published one event, the nearest; the remaining ones are by others. */
const listOthers = (editedAt: readonly Date[], edits: readonly SubjectAction[]): readonly Date[] =>
  edits.reduce<readonly Date[]>((left, edit) => {
    const away = (at: Date): number => Math.abs(at.getTime() - edit.at.getTime());
    const [nearest] = left.toSorted((a, b) => away(a) - away(b));
    const own = nearest !== undefined && away(nearest) <= sameActMs ? left.indexOf(nearest) : -1;
    return left.filter((_, index) => index !== own);
  }, editedAt);

const namesOf = (paths: string): string =>
  paths
    .split(', ')
    .map((path) => memberWords[path] ?? path)
    .join(', ');

function tellActivated(parts: TimelineParts): Told[] {
  const { referral } = parts;
  const { activatedAt: at, consultationNumber, via, livemode } = referral;
  if (at === null) return [];
  const number = consultationNumber === null ? '' : ` The case is ${consultationNumber}.`;
  const told = { at, kind: 'activated', note: noteAt(parts, 'activated') };
  if (via === 'warm_handoff') {
    const next = livemode ? 'The borrower is called first.' : 'Nobody is called in test mode.';
    const text = `Attested: the borrower knows about the call and wants it. ${next}${number}`;
    const who = userOf(parts, at, ['referrals.portal-attest', sandboxStep]) ?? null;
    return [{ ...told, text, by: 'institution', who }];
  }
  if (via === 'staff') return [{ ...told, text: `Our team activated the referral.${number}`, by: 'team' }];
  if (via === 'simulation') {
    const who = userOf(parts, at, [sandboxStep]) ?? null;
    return [{ ...told, text: `The borrower’s yes was simulated.${number}`, by: 'institution', who }];
  }
  return [{ ...told, text: `The borrower said yes.${number}`, by: 'borrower' }];
}

function tellReview({ review }: TimelineParts): Told[] {
  if (review === undefined) return [];
  const { openedAt, completedAt, outcome } = review;
  const opened: Told = { at: openedAt, kind: 'review', text: 'Our team began its review.', by: 'team' };
  if (completedAt === null) return [opened];
  const text = outcomeWords[outcome ?? ''] ?? 'Our team completed its review.';
  return [opened, { at: completedAt, kind: 'review', text, by: 'team' }];
}

const tellDocuments = ({ sent, names, hides }: TimelineParts): Told[] =>
  sent.map(({ sentAt, fileName, userId }) => ({
    at: sentAt,
    kind: 'document',
    text: hides ? 'A document was sent.' : `A document was sent: ${fileName}`,
    by: 'institution',
    who: names.get(userId) ?? userId,
  }));

/** Who moved a case: our team or, in test mode, the user who pressed the button, if known. */
function moverOf(parts: TimelineParts, at: Date): Pick<Told, 'by' | 'who'> {
  if (parts.referral.livemode) return { by: 'team' };
  const who = userOf(parts, at, [sandboxStep]);
  return who === undefined ? {} : { by: 'institution', who };
}

function tellSettled(parts: TimelineParts): Told[] {
  const { settledAt: at, settlementCents, improvementCents } = parts.referral;
  if (at === null) return [];
  const amounts = parts.showsAmounts ? { settlement_cents: settlementCents, improvement_cents: improvementCents } : {};
  const text = 'The claim was settled.';
  return [{ at, kind: 'settled', text, ...moverOf(parts, at), ...amounts, note: noteAt(parts, 'settled') }];
}

function tellEnd(parts: TimelineParts): Told[] {
  const { status, closedAt: at } = parts.referral;
  if (at === null || !referralTransitions.isTerminal(status)) return [];
  const told = { at, kind: status, note: noteAt(parts, status) };
  if (status === 'declined') {
    const simulated = userOf(parts, at, [sandboxStep]);
    if (simulated !== undefined)
      return [{ ...told, text: 'The borrower’s no was simulated.', by: 'institution', who: simulated }];
    return [{ ...told, text: 'The borrower said no.', by: 'borrower' }];
  }
  if (status === 'expired') return [{ ...told, text: 'The invitation ended without an answer.' }];
  if (status === 'canceled') {
    const who = userOf(parts, at, ['referrals.portal-cancel', sandboxStep]) ?? null;
    return [{ ...told, text: 'The referral was canceled.', by: 'institution', who }];
  }
  return [{ ...told, text: 'The case was closed.', ...moverOf(parts, at) }];
}

/** The referral has one note; it belongs to its current status. */
function noteAt({ referral, hides }: TimelineParts, status: ReferralStatus): string | null {
  const { statusNote } = referral;
  return hides || referral.status !== status || statusNote === suppressedNote ? null : statusNote;
}

const tellAhead = ({ referral }: TimelineParts): Told[] =>
  referral.status === 'invited'
    ? [
        {
          at: referral.invitationExpiresAt,
          ahead: true,
          kind: 'invitation_ends',
          text: 'The invitation ends if the borrower has not answered.',
        },
      ]
    : [];
