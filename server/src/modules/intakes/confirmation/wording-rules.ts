/**
 * What somebody reads before they press a button. A change of a word needs a new version: consent records name the
 * version and the hash of the whole, and the words themselves are kept in the ledger.
 */
export type Wording = {
  readonly version: string;
  readonly heading: string;
  /** Goes on after the agent's name. */
  readonly told: string;
  readonly follows: string;
  readonly yes: string;
  readonly no: string;
  readonly agreement: string;
};

const follows =
  'If you say yes, a person from our team calls you to go through it. The consultation is free. We never place automated calls.';
const agreement =
  'With yes you also agree that we email, text and call you about this claim. You can stop at any time: tell the person who calls, or answer STOP to a text.';

export const askingWording: Wording = {
  version: 'asking 2026-11-16',
  heading: 'Did you ask for help with your total-loss claim?',
  told: 'told us that you want a free look at what your car was worth.',
  follows,
  yes: 'Yes, I want the free consultation',
  no: 'No / this was not me',
  agreement,
};

/** For whoever got our own message about a request to which a yes has come already. */
export const againWording: Wording = {
  version: 'again 2026-11-16',
  heading: 'Was it you who said yes?',
  told: 'told us that you want a free look at what your car was worth, and a yes to it has reached us already. Please tell us that it was yours.',
  follows,
  yes: 'Yes, that was me',
  no: 'No / this was not me',
  agreement,
};

/** Every version that a page which somebody has open may show. */
const wordings: readonly Wording[] = [askingWording, againWording];

export const findWording = (version: string | undefined): Wording | undefined =>
  wordings.find((wording) => wording.version === version);

/** The words as they are kept and hashed; the agent's name is left open. */
export const wordsOf = ({ heading, told, follows: next, yes, no, agreement: agreed }: Wording): string =>
  [heading, `{agent} ${told}`, next, `[${yes}]`, `[${no}]`, agreed].join('\n');
