import { buffer } from 'node:stream/consumers';
import { createAnchorObjects } from '#gateways/objects';
import type { AnchorConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import { nameOf, numberOf } from './rules.ts';

/** Ours have less than a thousand bytes. */
const bytesMax = 8192;

/** The files outside the database, by number. */
export type Outside = {
  /** Undefined if there is none with this number. */
  find(number: number): Promise<Buffer | undefined>;
  /** `exists` if there was one with this number, whoever wrote it. */
  create(number: number, bytes: Buffer): Promise<'created' | 'exists'>;
  /** All numbers, in order. */
  list(): Promise<number[]>;
  close(): void;
};

export function createOutside(config: AnchorConfig): Outside {
  const objects = createAnchorObjects(config);
  return {
    async find(number) {
      const found = await objects.find(nameOf(number));
      if (found === undefined) return undefined;
      if (found.sizeBytes <= bytesMax) return buffer(found.content);
      found.content.destroy();
      throw new GatewayError('malformed', `the file of anchor ${number} is none of ours`);
    },
    create: (number, bytes) => objects.create({ key: nameOf(number), bytes, type: 'application/json' }),
    async list() {
      const numbers: number[] = [];
      for await (const name of objects.list()) numbers.push(numberOf(name) ?? 0);
      return numbers.filter((number) => number > 0).toSorted((a, b) => a - b);
    },
    close: () => objects.close(),
  };
}
