import { answers } from './answer-words.ts';
import { confirmed, missedCall, numberWanted } from './call-words.ts';
import { chargeFailed, receipt, refunded } from './charge-words.ts';
import { pageLink, settled } from './consultation-words.ts';
import { inSpanish, invitation, welcome } from './first-contact-words.ts';
import { holdEnded, holdLapsed, holdPlaced, released } from './hold-words.ts';
import { appraisal, options, optionsAgain } from './offer-words.ts';

/** Every message to customers, in each language, with the values that it takes. */
export const messageTemplates = {
  welcome,
  invitation,
  inSpanish,
  confirmed,
  numberWanted,
  missedCall,
  options,
  optionsAgain,
  appraisal,
  holdPlaced,
  released,
  holdEnded,
  holdLapsed,
  chargeFailed,
  receipt,
  refunded,
  settled,
  pageLink,
  answers,
} as const;
