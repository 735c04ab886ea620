/** Sample reports by file name, with the result of uploading each. */
export const sampleReports = {
  'readable.pdf': { status: 200, means: 'a report with text: vehicle, mileage, offer, insurer and date are read' },
  'scan.pdf': {
    status: 200,
    means: 'the same claim as a scan: read by character recognition, which takes seconds and is less certain of names',
  },
  'letter.pdf': {
    status: 200,
    means: 'a letter and no report: it is stored, nothing is read from it, and `missing_fields` ends with `file`',
  },
  'locked.pdf': { status: 400, means: 'protected by a password: refused as `invalid_request`, and nothing is stored' },
  'unreadable.pdf': {
    status: 400,
    means: 'begins like a PDF and is none: refused as `invalid_request`, and nothing is stored',
  },
} as const;
