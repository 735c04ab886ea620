import type { Db } from '#platform/db';
import { countOf } from './document-store.ts';

export type DbReader = { readonly db: Db };

export const countDocuments = ({ db }: DbReader, intakeId: string): Promise<number> => countOf(db, intakeId);
