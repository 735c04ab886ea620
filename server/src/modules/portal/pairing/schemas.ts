import { Type, type Static } from 'typebox';
import { closed, shownText } from '#lib/api/shapes';

export const newPairingSchema = Type.Object(
  {
    client: shownText(
      1,
      100,
      'What asks, such as the name and the machine of a command line. It is shown to the user.',
    ),
    challenge: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'SHA-256 of the verifier, which whoever asks keeps, in base64url without padding.',
    }),
  },
  closed,
);
export type NewPairing = Static<typeof newPairingSchema>;

export const startedPairingSchema = Type.Object(
  {
    object: Type.Literal('portal.pairing'),
    code: Type.String({ description: 'To be typed in the portal by a user who is signed in.' }),
    page: Type.String({ description: 'Where it is typed.' }),
    expires_at: Type.String(),
    poll_every_s: Type.Integer(),
  },
  closed,
);
export type StartedPairing = Static<typeof startedPairingSchema>;

export const pollSchema = Type.Object(
  { verifier: Type.String({ pattern: '^[A-Za-z0-9_-]{43,128}$', description: 'Of which the challenge is the hash.' }) },
  closed,
);

export const polledSchema = Type.Object(
  {
    status: Type.Enum(['pending', 'approved'], { type: 'string' }),
    token: Type.Optional(
      Type.Object(
        {
          id: Type.String(),
          token: Type.String({ description: 'In this answer alone.' }),
          permissions: Type.Array(Type.String()),
          modes: Type.Array(Type.String()),
          expires_at: Type.String(),
          user: Type.Object({ id: Type.String(), name: Type.String() }, closed),
          institution: Type.Object({ id: Type.String(), name: Type.String() }, closed),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type Polled =
  | { status: 'pending' }
  | { status: 'approved'; token: NonNullable<Static<typeof polledSchema>['token']> };

export const pairingCodeSchema = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }, closed);

export const pairingViewSchema = Type.Object(
  {
    client: Type.String(),
    address: Type.String(),
    same_address: Type.Boolean({ description: 'Whether the browser that looks has this address too.' }),
    created_at: Type.String(),
    expires_at: Type.String(),
    permissions: Type.Array(Type.String()),
    days: Type.Integer(),
  },
  closed,
);
export type PairingView = Static<typeof pairingViewSchema>;
