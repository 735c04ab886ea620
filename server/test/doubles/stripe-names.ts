import { randomBytes } from 'node:crypto';

export const newName = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export class BankRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}
