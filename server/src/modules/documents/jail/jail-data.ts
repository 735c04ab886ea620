/** The path by which a confined program opens the descriptor it inherits. */
export const givenFile = '/proc/self/fd/3';
