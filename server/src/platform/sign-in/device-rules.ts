/** From the last sign-in on it. A quarter covers holidays; what lies in a drawer for longer is a stranger again. */
export const deviceTtlS = 90 * 86_400;

/** Refused tries since the last sign-in, after which it is forgotten: all that a stolen cookie is good for. */
export const deviceFailuresMax = 30;

/** Tries of one device in the window: what a person who mistypes needs. */
export const deviceTriesMax = 10;

/** Of one account; the one that was not used for longest is forgotten. */
export const devicesMax = 10;

export const isDeviceToken = (text: string | undefined): text is string => /^[0-9A-Za-z]{43}$/.test(text ?? '');
