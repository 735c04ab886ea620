import { agent, bearer, session, signed, staffToken, suspended } from './credentials.ts';
import { pollToken, upload } from './uploads.ts';

export const kinds = {
  bearer,
  suspended,
  signed,
  agent,
  'staff token': staffToken,
  session,
  'poll token, upload': pollToken,
  'agent, upload': upload,
} as const;
export type Kind = keyof typeof kinds;
