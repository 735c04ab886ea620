/** The HTML5 rule with at least one dot in the domain, ASCII only (decision 18). Bounded by length before it runs. */
const address =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text);

/** Addresses are compared, and kept, in lower case. */
export const normalizeEmail = (text: string): string => text.toLowerCase();

/** Enough to tell addresses of one person apart, for who was not given them. */
export const maskEmail = (email: string): string => `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;
