/** Under this name a consultation has the discount that the receipt of its intake promised. */
export const promiseName = (consultationId: string): string => `consultation/${consultationId}`;
