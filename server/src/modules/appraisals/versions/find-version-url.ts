import type { Ctx } from '#context';
import { versionAad } from '../rules.ts';
import type { Version } from '../store.ts';
import { appraisalUrl } from './link-rules.ts';

/** Where the page of a version is. */
export const findVersionUrl = (
  { vault, config }: Pick<Ctx, 'vault' | 'config'>,
  { id, encryptedToken }: Pick<Version, 'id' | 'encryptedToken'>,
): string => appraisalUrl(config, vault.decrypt(encryptedToken, versionAad(id, 'token')));
