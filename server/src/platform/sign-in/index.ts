// What is known of signing in, whoever signs in: passwords, codes of authenticators, tries and known devices. Tables belong to the
// modules, which make their stores here. One set of lanes for all: hashes at once are a matter of the process.
export { consumeCode, drawQr } from './authenticator.ts';
export {
  codeTriesMax,
  codeWindowS,
  newRecoveryCodes,
  recoveryBytes,
  recoveryCodes,
  recoveryText,
  setupTriesMax,
} from './code-rules.ts';
export { deviceFailuresMax, devicesMax, deviceTriesMax, deviceTtlS, isDeviceToken } from './device-rules.ts';
export { hashPassword, passwordLanes, verifyPassword } from './verify-password.ts';
export { createKnownDevices } from './known-devices.ts';
export { findPasswordProblem, passwordHint, passwordLengthMax, passwordLengthMin } from './password-choice.ts';
export { createPasswordStore } from './password-store.ts';
export { createSignInTries } from './sign-in-tries.ts';
export {
  accountTriesMax,
  accountTriesPerDay,
  addressTriesMax,
  hashesAtOnce,
  networkTriesMax,
  signInLanes,
  tryWindowS,
} from './try-rules.ts';
