import { validationFailed } from '#platform/errors';

export const nothingToCheck = () =>
  validationFailed([{ path: 'raw', message: 'paste a request, or give request_id, or method, url and headers' }]);

export const unreadablePaste = () =>
  validationFailed([{ path: 'raw', message: 'has no request line such as POST /api/gap/v1/referrals HTTP/1.1' }]);

export const unreadableHeaders = () =>
  validationFailed([{ path: 'headers', message: 'has no line of the form Name: value' }]);

export const bodyTooLarge = (path: string) => validationFailed([{ path, message: 'must have at most 256 KiB' }]);

export const noContent = () =>
  validationFailed([
    {
      path: 'request_id',
      message: 'has no stored headers and body: paste the request instead. They are kept in test mode, for 7 days',
    },
  ]);

/** Checking the pasted text took more work than any request should take. */
export const tooHard = () => validationFailed([{ path: '', message: 'takes too long to check; paste less of it' }]);
