import type { EnvReader } from './reader.ts';
import { Secret } from './secret.ts';

/** The ring of keys, newest first. What a key does is said in front of it: platform/crypto/key.ts. */
export function readDataKeys(read: EnvReader): readonly Secret[] {
  const dataKeys = read.list('DATA_KEY').map((key) => new Secret(key));
  if (dataKeys.length === 0)
    read.problems.push(
      'DATA_KEY is required: the key that encrypts personal data, for example v2: and the output of `openssl rand -base64 32`',
    );
  if (dataKeys.some((key) => key.reveal().replace(/^(?:compare:)?(?:v2:)?/, '').length < 32))
    read.problems.push('DATA_KEY must have at least 32 characters; several keys are separated by commas, newest first');
  if (dataKeys.length > 0 && dataKeys.every((key) => key.reveal().startsWith('compare:')))
    read.problems.push('DATA_KEY needs a key that encrypts, and not only those for comparing (compare:…)');
  return dataKeys;
}
