/** Why a file of rows cannot be read; a code that pages explain. */
export class FileProblem extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the file has a problem: ${code}`);
    this.code = code;
  }
}
