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

/** Instead of them, where there is no number: nobody can call or text. */
const withoutNumber = {
  follows:
    'If you say yes, a person from our team looks at your request. We have no number that we can call you at. The consultation is free. We never place automated calls.',
  agreement:
    'With yes you also agree that we email you about this claim, and call and text you once you give us a number. You can stop at any time: open the stop link in an email.',
};

const askingWithoutNumber: Wording = {
  ...askingWording,
  ...withoutNumber,
  version: 'asking without number 2026-11-17',
};
const againWithoutNumber: Wording = { ...againWording, ...withoutNumber, version: 'again without number 2026-11-17' };

/** Every version that a page which somebody has open may show. */
const wordings: readonly Wording[] = [askingWording, againWording, askingWithoutNumber, againWithoutNumber];

/** What a page that asks says now. */
export function wordingFor(state: 'asking' | 'again', callable: boolean): Wording {
  if (callable) return state === 'again' ? againWording : askingWording;
  return state === 'again' ? againWithoutNumber : askingWithoutNumber;
}

export const findWording = (version: string | undefined): Wording | undefined =>
  wordings.find((wording) => wording.version === version);

/** The words as they are kept and hashed; the agent's name is left open. */
export const wordsOf = ({ heading, told, follows: next, yes, no, agreement: agreed }: Wording): string =>
  [heading, `{agent} ${told}`, next, `[${yes}]`, `[${no}]`, agreed].join('\n');
