import { isDialable } from '#lib/calling/dialable';
import { languages, type Language } from '#lib/languages/language';
import { typedName } from '#lib/text/typed-name';
import type { Config } from '#platform/config';
import { findProof, linkWorks } from '../rules.ts';
import type { IntakeRequest } from '../schemas.ts';
import type { Intake, LinkVia } from '../store.ts';
import { consentWords } from './link-messages.ts';

/** The customer's own page. Its token is the customer's credential: never logged, stored only hashed and encrypted. */
export const confirmUrl = (config: Config, token: string): string => `${config.publicBaseUrl}/c/${token}`;

export const linkAad = (intakeId: string): string => `intakes.intakes/${intakeId}`;

/**
 * `again`: a yes was recorded, but not by the owner of this emailed or texted link. `struck`: it was sent to a
 * contact that the intake no longer has, so its reader is not the customer. `stopped`: it was sent, and the customer
 * has stopped contact since. A relayed link never reveals that.
 */
export type LinkState = 'unknown' | 'asking' | 'again' | 'confirmed' | 'declined' | 'expired' | 'struck' | 'stopped';

type Viewed = {
  readonly intake: Intake;
  readonly via: LinkVia;
  readonly contact: string | undefined;
  /** Whether the customer stopped contact. */
  readonly hasStopped: boolean;
};

export function decideLinkState(viewed: Viewed | undefined): LinkState {
  if (viewed === undefined) return 'unknown';
  const { intake, via, contact, hasStopped } = viewed;
  if (via !== 'relayed' && contact !== (via === 'email' ? intake.email : intake.phone)) return 'struck';
  if (intake.status === 'expired' || intake.status === 'declined') return intake.status;
  if (via !== 'relayed' && hasStopped) return 'stopped';
  if (linkWorks(intake.status)) return 'asking';
  return via !== 'relayed' && intake.proofs[via] === undefined ? 'again' : 'confirmed';
}

/** The submitter's name as owners read it next to our own text (D-143); undefined when no submitted name is safe to show. */
export const shownAgent = ({ name, platform }: IntakeRequest['agent']): string | undefined =>
  typedName(name) ?? typedName(platform);

/** Whether there is a number to call; without one no page and no message promises a call. */
export const hasNumber = ({ phone }: Pick<Intake, 'phone'>): boolean => phone !== undefined && isDialable(phone);

/** An unproven yes can be taken back by the customer's own link until the consultation starts (D-038). */
export const mayTakeBack = (intake: Pick<Intake, 'status' | 'proofs'>): boolean =>
  intake.status === 'customer_confirmed' && findProof(intake) === undefined;

export type Wording = (typeof consentWords)['en']['asking'];

/** Every version that an open page may show. */
const wordings: readonly Wording[] = languages.flatMap((language) => Object.values(consentWords[language]));

/** The current wording of a page that asks, in the language of its reader. */
export function wordingFor(state: 'asking' | 'again', callable: boolean, language: Language): Wording {
  const words = consentWords[language];
  if (callable) return state === 'again' ? words.again : words.asking;
  return state === 'again' ? words.againWithoutNumber : words.askingWithoutNumber;
}

export const findWording = (version: string | undefined): Wording | undefined =>
  wordings.find((wording) => wording.version === version);

/** The text as it is stored and hashed, with a placeholder for the agent's name. */
export const wordsOf = ({ heading, told, follows, yes, no, agreement }: Wording): string =>
  [heading, `{agent} ${told}`, follows, `[${yes}]`, `[${no}]`, agreement].join('\n');
