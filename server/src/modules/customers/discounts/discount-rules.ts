/** The name under which a consultation holds the discount that its intake's receipt promised. */
export const promiseName = (consultationId: string): string => `consultation/${consultationId}`;
