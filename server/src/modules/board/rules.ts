/** The columns of the board, in the order in which a consultation moves through them. */
export const lanes = ['new', 'tried', 'confirmed', 'active', 'delivered'] as const;

export type Lane = (typeof lanes)[number];

/** The status that the module of origin gives the consultation. */
export type SourceStatus = string;

/** Cards per column; beyond fifty, staff search or take the next call instead of scrolling. */
export const cardsPerLane = 50;

/** How many prefix matches are checked, and how many of the newest are used; with more, the search must be more precise. */
export const searchedMost = { matches: 500, newest: 30 } as const;

/** The most tied cases that are listed; a customer has few, since three unproven ones are accepted (D-031). */
export const tiedMax = 10;

/** Parses the search text into the kinds of values it may be. */
export function parseSearch(text: string) {
  const exact = text.trim();
  const digits = exact.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  const compact = exact.replace(/[\s-]/g, '').toUpperCase();
  const telephone = /^[\d\s().+-]+$/.test(exact) && digits.length >= 4 && digits.length <= 10;
  const ending = /^[A-Z0-9]{4,17}$/.test(compact) ? compact : undefined;
  const words = /\p{L}{2}/u.test(exact) ? exact : undefined;
  return { exact, digits: telephone ? digits : undefined, ending, words };
}

/** Whether it has the form of an id or a consultation number, which need no search. */
export const isIdOrNumber = (text: string): boolean => /^([a-z]+_[0-9A-Za-z]+|CN-T?\d+)$/i.test(text);

/** The consultation number of eight digits alone, which may also be the end of a phone number or a VIN. */
export const toNumber = (text: string): string | undefined => (/^\d{8}$/.test(text) ? `CN-${text}` : undefined);

/** Columns in which only the holder of the lease may call. */
export const isBeingCalled = (lane: Lane): boolean => lane === 'new' || lane === 'tried';

/** Ages by which a lead sees whether the team keeps up. */
export const ageBounds = [
  { name: 'under 1 hour', seconds: 3600 },
  { name: '1 to 4 hours', seconds: 4 * 3600 },
  { name: '4 to 24 hours', seconds: 86_400 },
  { name: '1 to 3 days', seconds: 3 * 86_400 },
] as const;
