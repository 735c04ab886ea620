import type { MessageSource } from '#modules/customers';
import { updateEmailFailed } from '../store.ts';
import { isCodeUsable } from './is-code-usable.ts';

/** A registration whose code could not be delivered stops counting as pending (D-055). */
export const codeMessages: MessageSource = {
  isTrue: isCodeUsable,
  failed: async (tx, registrationIds) => updateEmailFailed(tx.db, registrationIds),
};
