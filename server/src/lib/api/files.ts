import { Readable } from 'node:stream';
import { Type } from 'typebox';

/** The response schema of a route that sends a file. */
export const fileSchema = (type: string) => ({ content: { [type]: { schema: Type.String() } } });

type File = {
  readonly name: string;
  readonly type: string;
  readonly content: string | Buffer | Readable | AsyncIterable<string>;
};

type Reply<R> = { type(type: string): R; header(name: string, value: string): R; send(content: unknown): R };

/** Sends a file under a name that we chose, never typed text. */
export const sendFile = <R extends Reply<R>>(reply: R, { name, type, content }: File): R =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(
      typeof content === 'string' || Buffer.isBuffer(content) || content instanceof Readable
        ? content
        : Readable.from(content),
    );
