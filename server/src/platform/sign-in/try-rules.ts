/** The window for tries of one account, and from one address. */
export const tryWindowS = 15 * 60;

export const addressTriesMax = 100;

/**
 * Tries of one account from devices that are not known, wherever they come from. NIST SP 800-63B-4 allows a hundred in a
 * row; so few in a day make guessing hopeless, and those on known devices are not among them.
 */
export const accountTriesMax = 10;
export const accountTriesPerDay = 100;

/** Of these, from one network: a neighbour cannot use up what somebody on a new device needs elsewhere. */
export const networkTriesMax = 5;
export const networkTriesPerDay = 20;

export const dayS = 86_400;

/**
 * Concurrent hashes. Each uses one of the four threads on which the process also reads files, resolves names and checks
 * signatures; anybody may send a hundred passwords at once, and other work must not wait behind them.
 */
export const hashesAtOnce = 2;

/**
 * Who waits for a hash, and how many. Strangers have one of the two turns and places for about a second of waiting; known
 * devices have the other to themselves and both when they need them, and places for a whole team at once.
 */
export const signInLanes = {
  known: { places: 200, placesPerClient: 3, turns: hashesAtOnce },
  unknown: { places: 20, placesPerClient: 5, turns: 1 },
} as const;
