import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { randomId } from '@meridian/store';

/** About 238 random bits. Letters and digits only: it fits into headers, paths, cookies and command lines. */
const SECRET_LENGTH = 40;

export function newSecret(): string {
  return randomId(SECRET_LENGTH);
}

/** Secrets are long and random: a plain hash is enough, and looking one up by it reveals nothing through timing. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** A keyed digest for one purpose: what is signed for another is worth nothing here. */
export function sign(key: string, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url');
}

/** Takes as long for texts that differ late as for those that differ early. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(a)), Buffer.from(hashSecret(b)));
}
