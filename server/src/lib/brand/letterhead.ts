import { formatPhone } from '#lib/text/phone';
import { colors } from './colors.ts';
import { markPaths } from './mark.ts';

/** The sender of a document. */
export type Sender = {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
};

/** The lines at the top of a document. */
export const letterhead = ({ name, address, phone, email }: Sender): { name: string; reach: string } => ({
  name,
  reach: [address, formatPhone(phone), email].join('  ·  '),
});

/** The methods that we use of a PDF document. */
type Drawing = {
  save(): unknown;
  restore(): unknown;
  translate(x: number, y: number): unknown;
  scale(factor: number): unknown;
  path(data: string): {
    lineWidth(width: number): { strokeOpacity(opacity: number): { stroke(color: string): unknown } };
  };
};

/** Draws the logo in a PDF. */
export function drawMark(doc: Drawing, { x, y, size }: { x: number; y: number; size: number }): void {
  const { ring, piece, stroke, pieceOpacity } = markPaths;
  doc.save();
  doc.translate(x, y);
  doc.scale(size / 32);
  doc.path(ring).lineWidth(stroke).strokeOpacity(1).stroke(colors.light.brand);
  doc.path(piece).lineWidth(stroke).strokeOpacity(pieceOpacity).stroke(colors.light.brand);
  doc.restore();
}
