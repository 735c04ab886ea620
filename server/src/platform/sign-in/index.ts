// Sign-in for every realm: sessions, passwords, authenticator codes, tries and known devices. Each module names its tables and
// cookies in its realm. All realms share one set of lanes, because concurrent hashes load the process.
export { consumeCode, findFirstStep, toAuthenticatorView } from './authenticator.ts';
export { signInCrowded, tooManyTries } from './errors.ts';
export { findPasswordProblem, passwordHint, passwordLengthMax, passwordLengthMin } from './password-choice.ts';
export { activatePassword, prepareSetup, type PreparedSetup } from './password-setup.ts';
export { createRealm } from './realm.ts';
export {
  accountTriesMax,
  accountTriesPerDay,
  addressTriesMax,
  codeTriesMax,
  codeWindowS,
  deviceFailuresMax,
  devicesMax,
  deviceTriesMax,
  deviceTtlS,
  freshS,
  hashesAtOnce,
  idleWindow,
  isCookieToken,
  networkTriesMax,
  newRecoveryCodes,
  recoveryBytes,
  recoveryCodes,
  recoveryText,
  refusalWindowS,
  sessionIdleS,
  sessionTtlS,
  setupTriesMax,
  signInLanes,
  tryWindowS,
} from './rules.ts';
export { createEncryptedCookie } from './encrypted-cookie.ts';
export { createSessions } from './sessions.ts';
export { signInWithPassword, type PasswordSignIn, type RefusedTry } from './sign-in-with-password.ts';
export { hashChosenPassword, hashPassword, passwordLanes, verifyPassword } from './verify-password.ts';
