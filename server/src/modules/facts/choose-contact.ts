import type { StatedContact } from './source-facts.ts';

type SentContact = {
  /** In the order in which they count. */
  readonly phones: readonly (string | null)[];
  /** Numbers that turned out to be somebody else's. */
  readonly struckPhones: readonly string[];
  readonly email: string | null;
  readonly state: string | null;
};

type ChosenContact = {
  readonly phone: string | undefined;
  readonly email: string | undefined;
  readonly zip?: string;
  readonly state: string | undefined;
};

/** Whom to call: what the team stated, otherwise what was sent. A number that was struck is nobody's. */
export function chooseContact(stated: StatedContact, sent: SentContact): ChosenContact {
  const usable = (phone: string | null | undefined): phone is string =>
    typeof phone === 'string' && !sent.struckPhones.includes(phone);
  const phones = stated.phone === null ? [] : [stated.phone, ...sent.phones];
  const [email, state] = [
    stated.email === undefined ? sent.email : stated.email,
    stated.state === undefined ? sent.state : stated.state,
  ];
  return {
    phone: phones.find(usable),
    email: email ?? undefined,
    ...(typeof stated.zip === 'string' ? { zip: stated.zip } : {}),
    state: state ?? undefined,
  };
}
