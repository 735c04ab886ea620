/** The HTML5 rule with at least one dot in the domain, ASCII only (D-018). The length is bounded before it runs. */
const address =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text);

/** Addresses are compared, and stored, in lower case. */
export const normalizeEmail = (text: string): string => text.toLowerCase();

/** Enough to tell one customer's addresses apart, for readers who may not see them. */
export const maskEmail = (email: string): string => `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;
