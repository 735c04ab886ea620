/** Why a row is refused, for the sender of the file; it quotes nothing of the row. */
export class BadListing extends Error {}
